import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";

/** Browsers cannot lay out boxes of more than some 17 million pixels; beyond this the scroll bar stands for more than its own length. */
const TALLEST = 8_000_000;
/** Drawn above and below those in view. */
export const SPARE_ROWS = 8;

export interface Window {
  /** The first row that is drawn, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Height of the box that is scrolled. */
  readonly height: number;
  /** Where the drawn rows begin in that box. */
  readonly offset: number;
  /** Rows that fit. */
  readonly fits: number;
  /** Brings a row into view. */
  reveal(row: number): void;
  /** To the end. */
  toEnd(): void;
  /** Whether the last row is in view. */
  readonly isAtEnd: boolean;
}

/** Which of many rows of one height are in view of a scrolled box. `inset`: what its head covers at the top, in pixels. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number, rowHeight: number, inset = 0): Window {
  const [{ top, view }, look] = useState({ top: 0, view: 600 });
  const full = count * rowHeight;
  const height = Math.min(full, TALLEST);
  const range = Math.max(1, height - view);
  // How far the rows move for each pixel of the scroll bar.
  const scale = full > TALLEST ? (full - view) / range : 1;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () =>
      look((before) => {
        const after = { top: element.scrollTop, view: element.clientHeight || 600 };
        return before.top === after.top && before.view === after.view ? before : after;
      });
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      sizes.disconnect();
    };
  }, []);

  // A list that has become shorter is scrolled by the browser, which does not always say so.
  useEffect(() => {
    const element = box.current;
    if (element !== null && element.scrollTop !== top) look((before) => ({ ...before, top: element.scrollTop }));
  }, [count]);

  const position = Math.min(top, range) * scale;
  const first = Math.floor(position / rowHeight);
  const fits = Math.max(1, Math.floor((view - inset) / rowHeight));
  const from = Math.max(0, Math.min(first, count) - SPARE_ROWS);
  const to = Math.min(count, first + fits + SPARE_ROWS + 2);
  const reveal = useCallback(
    (row: number) => {
      const element = box.current;
      if (element === null) return;
      const now = Math.min(element.scrollTop, range) * scale;
      const start = row * rowHeight;
      if (start < now) element.scrollTop = start / scale;
      else if (start + rowHeight > now + view - inset) {
        element.scrollTop = Math.ceil((start + rowHeight - view + inset) / scale);
      }
    },
    [range, scale, rowHeight, view, inset],
  );
  const toEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);
  return {
    from,
    to,
    height,
    // Not below the end of the box, which would grow by it and never come to its end.
    offset: Math.min(top, range) + (from * rowHeight - position),
    fits,
    reveal,
    toEnd,
    isAtEnd: position + view >= full - rowHeight,
  };
}
