import { refuse } from './refusal.ts';
import type { Variant } from './retail-records.ts';
import type { RetailStore } from './retail-store.ts';

/** Whose e-mail address this is. */
export function userByEmail({ records }: RetailStore, { email }: { email: string }): { user_id: string } {
  const wanted = email.toLowerCase();
  const user = Object.values(records.users).find((each) => each.email.toLowerCase() === wanted);
  return user ? { user_id: user.user_id } : refuse('User not found');
}

/** Whose name and zip code these are. */
export function userByNameAndZip(
  { records }: RetailStore,
  { first_name, last_name, zip }: { first_name: string; last_name: string; zip: string },
): { user_id: string } {
  const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
  const user = Object.values(records.users).find(
    ({ name, address }) => same(name.first_name, first_name) && same(name.last_name, last_name) && address.zip === zip,
  );
  return user ? { user_id: user.user_id } : refuse('User not found');
}

/** One variant, whatever its product. */
export function itemDetails({ records }: RetailStore, { item_id }: { item_id: string }): Variant {
  for (const { variants } of Object.values(records.products)) {
    const variant = variants[item_id];
    if (variant) return variant;
  }
  return refuse('Item not found');
}

/** Every product's name with its id, by name. */
export function productTypes({ records }: RetailStore): { products: { name: string; product_id: string }[] } {
  const products = Object.values(records.products).map(({ name, product_id }) => ({ name, product_id }));
  return { products: products.sort((left, right) => (left.name < right.name ? -1 : 1)) };
}
