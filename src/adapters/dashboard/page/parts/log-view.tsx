import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../strings.js";
import { Button } from "./button.js";
import type { RowSource } from "./pages.js";
import { useWindow } from "./virtual.js";

export interface TextLine {
  readonly text: string;
  /** Before the text: a time, a number. */
  readonly mark?: string;
  readonly level?: "debug" | "info" | "warn" | "error";
}

const ROW = 22;

/**
 * Lines of text, however many: a log or a code file. With `follow` it stays at the end while lines are added, until somebody
 * scrolls up.
 */
export function LineView({
  label,
  lines,
  follow,
  height = "26rem",
}: {
  readonly label: string;
  readonly lines: RowSource<TextLine>;
  readonly follow?: boolean;
  readonly height?: string;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const window = useWindow(box, lines.total, ROW);
  const [isHeld, hold] = useState(follow === true);
  useEffect(() => {
    if (follow && isHeld) window.toEnd();
  }, [lines.total, isHeld, follow]);
  const shown: JSX.Element[] = [];
  for (let index = window.from; index < window.to; index += 1) {
    const line = lines.at(index);
    shown.push(
      <div key={index} class={`line ${line?.level ?? ""}`} style={{ blockSize: `${ROW}px` }}>
        {line?.mark !== undefined && <span class="line-mark">{line.mark}</span>}
        {line?.level !== undefined && <span class="line-level">{words.level(line.level)}</span>}
        <span class="line-text">{line?.text ?? "…"}</span>
      </div>,
    );
  }
  return (
    <div class="line-view">
      <section
        ref={box}
        class="line-box"
        tabIndex={0}
        aria-label={label}
        style={{ blockSize: height }}
        onWheel={(event) => event.deltaY < 0 && hold(false)}
        onKeyDown={(event) => ["ArrowUp", "PageUp", "Home"].includes(event.key) && hold(false)}
      >
        <div style={{ blockSize: `${window.height}px` }}>
          <div style={{ transform: `translateY(${window.offset}px)` }}>{shown}</div>
        </div>
      </section>
      {follow && !window.isAtEnd && !isHeld && (
        <Button
          small
          kind="primary"
          icon="down"
          class="to-end"
          onClick={() => {
            hold(true);
            window.toEnd();
          }}
        >
          {words.toEnd}
        </Button>
      )}
    </div>
  );
}

/** A text as a source of lines, split once. */
export function textLines(text: string, numbered = false): RowSource<TextLine> {
  const lines = text.split(/\r?\n/);
  return {
    total: lines.length,
    at: (index) => ({ text: lines[index] ?? "", ...(numbered ? { mark: String(index + 1) } : {}) }),
  };
}
