/**
 * What follows from an object that never changes (a contract of a release, an entry of a space), made once for each. The last
 * one is at hand without a search: within a decision the same is asked for again and again.
 */
export function onceFor<Key extends WeakKey, Made extends object | string>(
  make: (key: Key) => Made,
): (key: Key) => Made {
  const known = new WeakMap<Key, Made>();
  let last: { readonly key: Key; readonly made: Made } | undefined;
  return (key) => {
    if (last?.key === key) return last.made;
    let made = known.get(key);
    if (made === undefined) {
      made = make(key);
      known.set(key, made);
    }
    last = { key, made };
    return made;
  };
}
