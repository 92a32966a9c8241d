import compoundVerbs from "../../../../../data/english/compound-verbs.txt";
import verbs from "../../../../../data/english/irregular-verbs.txt";
import { once, readTable, refuseRow } from "../../../tables.js";

const VERBS = { name: "english/irregular-verbs.txt", text: verbs };
const COMPOUNDS = { name: "english/compound-verbs.txt", text: compoundVerbs };

/** Past and participle of a verb, the usual American one first, others after a bar. */
export interface PrincipalParts {
  readonly past: readonly string[];
  readonly participle: readonly string[];
}

// Prefixes that make new verbs of nearly any verb, and the few words that only look so made.
const PREFIX = /^(?:under|un|re|over|out|mis|fore|up|pre|counter|cross|inter)-?(?=[a-z]{2})/u;
const NOT_PREFIXED = new Set(["relay", "interleave"]);

/** The principal parts of an irregular verb, prefixed and compound ones included (undo, overcome, babysit). */
export function principalParts(verb: string): PrincipalParts | undefined {
  const table = irregularVerbs();
  const own = table.get(verb);
  if (own || NOT_PREFIXED.has(verb)) return own;
  const prefix = PREFIX.exec(verb)?.[0];
  const stem = prefix === undefined ? undefined : table.get(verb.slice(prefix.length));
  return stem && withPrefix(prefix!, stem);
}

/** The verbs of the table, compounds included, without those that a common prefix makes. */
export const irregularVerbs = once((): ReadonlyMap<string, PrincipalParts> => {
  const parts = new Map<string, PrincipalParts>();
  const verbColumns = { base: "text", past: "list", participle: "list?" } as const;
  for (const { base, past, participle = past } of readTable(VERBS, { columns: verbColumns })) {
    parts.set(base, { past, participle });
  }
  for (const { base, prefixes, line } of readTable(COMPOUNDS, { columns: { base: "text", prefixes: "list" } })) {
    const own = parts.get(base) ?? refuseRow(COMPOUNDS, line, `"${base}" is not in data/${VERBS.name}; add it there`);
    for (const prefix of prefixes) {
      if (!parts.has(prefix + base)) parts.set(prefix + base, withPrefix(prefix, own));
    }
  }
  return parts;
});

/** The verb without a prefix that leaves its inflection as it is: `do` for `undo`; undefined where there is none. */
export function withoutPrefix(verb: string): { readonly prefix: string; readonly stem: string } | undefined {
  const prefix = PREFIX.exec(verb)?.[0];
  return prefix === undefined ? undefined : { prefix, stem: verb.slice(prefix.length) };
}

export function withPrefix(prefix: string, { past, participle }: PrincipalParts): PrincipalParts {
  return { past: past.map((form) => prefix + form), participle: participle.map((form) => prefix + form) };
}
