/** The mark and the name. */
export function Brand({ name }: { readonly name: string }) {
  return (
    <span className="flex shrink-0 items-center gap-2">
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <g className="stroke-on-accent" fill="none" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
          <path d="M9 10h9M9 16h6M9 22h5" />
          <path d="m18 20 3 3 5-6.5" />
        </g>
      </svg>
      <span className="font-semibold tracking-tight">{name}</span>
    </span>
  );
}
