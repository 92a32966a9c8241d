import { plainKey } from "../../../../engines/pages/blocks.js";
import type { BodyBlock, BodyText } from "../../../_kit/article-body/index.js";
import { titleCase } from "../../headings.js";
import type { Shaping } from "../shaping.js";
import { namedIn, onlyNamedIn, type Thing } from "./compared-things.js";
import { type Specification, specificationsOf } from "./specifications.js";

const MOST_TABLES = 2;
const MOST_ROWS = 20;
const FEWEST_SHARED = 2;

/**
 * What sources put side by side themselves, table by table and whole; else what they give of each of the things by the same
 * names, as one table. Empty where they do neither.
 */
export function tablesOf(things: readonly Thing[], shaping: Shaping): BodyBlock[] {
  const whole = comparingTables(things, shaping);
  return whole.length > 0 ? whole : sharedProperties(things, shaping);
}

function comparingTables(things: readonly Thing[], { material, cells }: Shaping): BodyBlock[] {
  const seen = new Set<string>();
  const found = material.sources
    .flatMap(({ tables = [] }, source) => tables.map((table) => ({ ...table, source })))
    .filter(({ head, rows }) => {
      const key = plainKey([head, ...rows].flat().join(" "));
      if (seen.has(key) || rows.length > MOST_ROWS) return false;
      seen.add(key);
      return (
        isEachNamed(head.slice(1), things) ||
        (head.length > 0 &&
          isEachNamed(
            rows.map(([first]) => first!),
            things,
          ))
      );
    })
    .slice(0, MOST_TABLES);
  return found.flatMap(({ heading, head, rows, source }): BodyBlock[] => {
    cells.push(...rows.flatMap((row) => row.flatMap((text) => traced(text, source, row.join(" | ")))));
    const own: BodyBlock[] =
      found.length < 2 || heading === "" ? [] : [{ kind: "heading", level: 3, text: titleCase(heading) }];
    return [...own, { kind: "table", head, rows }];
  });
}

/** Whether every thing has one of the texts to itself. */
function isEachNamed(texts: readonly string[], things: readonly Thing[]): boolean {
  return things.every((thing) => texts.filter((text) => onlyNamedIn(text, things) === thing).length === 1);
}

function sharedProperties(things: readonly Thing[], { material, cells }: Shaping): BodyBlock[] {
  const given = things.map((thing) => {
    const own = new Map<string, { readonly specification: Specification; readonly source: number }>();
    for (const [source, each] of material.sources.entries()) {
      if (namedIn(each.title, things).length === 0 || onlyNamedIn(each.title, things) !== thing) continue;
      for (const specification of specificationsOf(each)) {
        const key = plainKey(specification.name);
        if (!own.has(key)) own.set(key, { specification, source });
      }
    }
    return own;
  });
  const [first] = given;
  const shared = [...first!.keys()].filter((key) => given.every((own) => own.has(key))).slice(0, MOST_ROWS);
  if (shared.length < FEWEST_SHARED) return [];
  const rows = shared.map((key) => {
    const row = given.map((own) => own.get(key)!);
    for (const { specification, source } of row)
      cells.push(...traced(specification.value, source, specification.original));
    return [row[0]!.specification.name, ...row.map(({ specification }) => specification.value)];
  });
  return [{ kind: "table", head: ["", ...things.map(({ name }) => titleCase(name))], rows }];
}

function traced(text: string, source: number, original: string): BodyText[] {
  return text === "" ? [] : [{ text, source, original }];
}
