import { contentHash } from '@rolecall/base';
import type { Passage } from './passage.ts';
import { buildSegment, type Segment } from './segment.ts';

/** Passages of a segment, on average. A change costs the building of the segments that it touches. */
const SEGMENT_PASSAGES = 200;

/** Segments by the hash of their content, as long as somebody searches in them. */
export class SegmentCache {
  readonly #segments = new Map<string, WeakRef<Segment>>();

  /** The segment of these passages: the one that was built before, if it is still in use. */
  get(passages: readonly Passage[]): Segment {
    const hash = contentHash(passages);
    const present = this.#segments.get(hash)?.deref();
    if (present) return present;
    const segment = buildSegment(passages);
    this.#segments.set(hash, new WeakRef(segment));
    return segment;
  }

  /** Forgets those that nobody searches in any more. */
  sweep(): void {
    for (const [hash, segment] of this.#segments) if (!segment.deref()) this.#segments.delete(hash);
  }
}

/**
 * Parts passages into groups that stay the same when others change: which one a passage is in depends on its source, and
 * on the rough number of all.
 */
export function groupsOf(passages: readonly Passage[]): readonly (readonly Passage[])[] {
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, passages.length / SEGMENT_PASSAGES)));
  const groups = Array.from({ length: count }, (): Passage[] => []);
  for (const passage of passages) groups[numberOf(passage.source) % count]?.push(passage);
  return groups.filter((group) => group.length > 0);
}

/** FNV-1a. */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return number >>> 0;
}
