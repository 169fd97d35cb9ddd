/** Line icons on a 16-pixel grid. Decorative: what they mean always stands beside them as text. */
const PATHS = {
  check: 'm3.5 8.5 3 3 6-7',
  cross: 'm4 4 8 8m0-8-8 8',
  dash: 'M4.5 8h7',
  chevron: 'm6 4 4 4-4 4',
  down: 'M8 3v9m-3.5-3.5L8 12l3.5-3.5',
  send: 'M8 13V3m-4 4 4-4 4 4',
  retry: 'M12.5 6A5 5 0 1 0 13 8.6M13 3v3h-3',
  person: 'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4.5 5.5c.5-2.2 2.2-3.5 4.5-3.5s4 1.3 4.5 3.5',
  speech: 'M3 3.5h10v7H7.5L4.5 13v-2.5H3z',
  shield: 'M8 2.5 12.5 4v3.6c0 2.7-1.7 4.9-4.5 5.9-2.8-1-4.5-3.2-4.5-5.9V4z',
  receipt: 'M4 2.5h8v11l-2-1.3-2 1.3-2-1.3-2 1.3zM6.2 6h3.6M6.2 8.7h3.6',
  bell: 'M8 2.5c2 0 3.3 1.5 3.3 3.6 0 3 1.2 3.9 1.2 3.9h-9s1.2-.9 1.2-3.9C4.7 4 6 2.5 8 2.5ZM6.8 12.8c.3.5.7.7 1.2.7s.9-.2 1.2-.7',
  braces:
    'M6 3C4.4 3 4.8 5 4.6 6.4 4.5 7.3 4 8 3 8c1 0 1.500.7 1.600 1.600C4.800 11 4.400 13 6 13m4-10c1.600 0 1.200 2 1.400 3.400.1.900.6 1.600 1.600 1.600-1 0-1.500.7-1.600 1.600-.2 1.400.2 3.400-1.400 3.400',
  spark: 'M8 2.500v11M2.500 8h11M4.300 4.300l7.400 7.400m0-7.400-7.400 7.400',
  bolt: 'M8.800 2.500 4.500 9H8l-.8 4.500L11.500 7H8z',
  pencil: 'm3 13 .7-2.900 7-7a1.200 1.200 0 0 1 1.700 0l.5.5a1.200 1.200 0 0 1 0 1.700l-7 7z',
  flag: 'M4 13.500v-11m0 .5h8l-1.700 3L12 9H4',
  clock: 'M8 13.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11ZM8 5v3.200l2.200 1.300',
  dot: 'M8 9a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
  swap: 'M3 5.500h9.500m-2.500-2.500 2.500 2.500L10 8M13 10.500H3.500M6 8l-2.500 2.500L6 13',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = 'size-4' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
