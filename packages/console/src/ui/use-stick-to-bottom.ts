import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const NEAR_PX = 80;

interface Sticking<Element extends HTMLElement> {
  readonly ref: RefObject<Element | null>;
  readonly onScroll: () => void;
  /** False when the reader has scrolled up to read. */
  readonly isAtBottom: boolean;
  readonly toBottom: () => void;
}

/** Keeps a growing list at its end, unless its reader has scrolled up. */
export function useStickToBottom<Element extends HTMLElement>(content: unknown): Sticking<Element> {
  const ref = useRef<Element>(null);
  const sticks = useRef(true);
  const [isAtBottom, setIsAtBottom] = useState(true);

  const toBottom = useCallback(() => {
    const element = ref.current;
    if (element) element.scrollTop = element.scrollHeight;
    sticks.current = true;
    setIsAtBottom(true);
  }, []);
  const onScroll = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    sticks.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    setIsAtBottom(sticks.current);
  }, []);

  useLayoutEffect(() => {
    if (sticks.current) toBottom();
  }, [content, toBottom]);
  useEffect(() => {
    // A panel that was hidden, or a window that changed its size, has another end.
    const observer = new ResizeObserver(() => sticks.current && toBottom());
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [toBottom]);
  return { ref, onScroll, isAtBottom, toBottom };
}
