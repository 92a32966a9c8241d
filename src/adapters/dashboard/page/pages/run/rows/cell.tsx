import type { JSX } from "preact";
import { Icon } from "../../../parts/icons.js";
import { dateTime, number } from "../../../state/format.js";
import { runRows as say } from "../../../strings.js";
import { type Cell, linkOf, plainText } from "./cells.js";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** So much of the end of an address stays in view: pages of a site begin alike. */
const TAIL = 20;

/** A cell on one line. An address can be followed; everything else is a text, whatever it looks like. */
export function CellView({ cell }: { readonly cell: Cell }): JSX.Element | null {
  if (cell === null || cell === undefined || cell === "") return null;
  if (typeof cell === "number") return <>{figure(cell)}</>;
  if (typeof cell === "boolean") {
    return (
      <span class={cell ? "cell-yes" : "soft"}>
        {cell ? <Icon name="check" size={15} /> : null} {cell ? say.yes : say.no}
      </span>
    );
  }
  const link = linkOf(cell);
  if (link !== undefined) {
    const shown = link.replace(/^https?:\/\//i, "");
    return (
      <a class="address" href={link} target="_blank" rel="noopener noreferrer" tabIndex={-1} title={link}>
        <bdi>{shown.slice(0, -TAIL)}</bdi>
        <bdi>{shown.slice(-TAIL)}</bdi>
      </a>
    );
  }
  if (TIME.test(cell) && !Number.isNaN(Date.parse(cell))) {
    return (
      <time dateTime={cell} title={cell}>
        {dateTime(cell)}
      </time>
    );
  }
  return <bdi title={cell.length > 40 ? cell : undefined}>{plainText(cell)}</bdi>;
}

/** Years and ids are no amounts: only what has a fraction or is large is grouped. */
export const figure = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 10_000 ? String(value) : number(value);
