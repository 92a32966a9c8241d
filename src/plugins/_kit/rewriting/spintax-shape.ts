import { escapeSpintax, firstVariant, splitSpintax } from "../../../kernel/index.js";

export const SPIN_UNITS = ["words", "phrases", "sentences", "paragraphs"] as const;
export type SpinUnit = (typeof SPIN_UNITS)[number];

/** Which of the choices of a spun text are wanted, and in which form. */
export interface SpintaxShape {
  readonly units: ReadonlySet<SpinUnit>;
  /** Whether a choice may stand within an option of another. */
  readonly nested: boolean;
  /** Whether what the text had is among the options. */
  readonly keepsOriginal: boolean;
}

/** Spintax in which the first option of each choice is what the text had, with the wanted choices alone. */
export function shaped(spintax: string, shape: SpintaxShape): string {
  return splitSpintax(spintax)
    .map(({ kind, start, end }) => {
      const part = spintax.slice(start, end);
      return kind === "choice" ? choice(part, shape) : part;
    })
    .join("");
}

function choice(group: string, shape: SpintaxShape): string {
  const all = optionsOf(group);
  const [original, ...others] = all;
  if (original === undefined || !shape.units.has(unitOf(firstVariant(original)))) return shaped(original ?? "", shape);
  const wanted = shape.keepsOriginal || others.length === 0 ? all : others;
  const options = [
    ...new Set(wanted.map((one) => (shape.nested ? shaped(one, shape) : escapeSpintax(firstVariant(one))))),
  ];
  return options.length === 1 ? options[0]! : `{${options.join("|")}}`;
}

function unitOf(words: string): SpinUnit {
  if (!/\s/.test(words.trim())) return "words";
  return /^\P{Ll}*\p{Lu}/u.test(words) && /[.!?…]["'”’)\]]*\s*$/.test(words) ? "sentences" : "phrases";
}

/** The options of one group as they are written. */
export function optionsOf(group: string): readonly string[] {
  const inner = group.slice(1, -1);
  const groups = splitSpintax(inner).filter(({ kind }) => kind === "choice");
  const options: string[] = [];
  let from = 0;
  let next = 0;
  for (let at = 0; at < inner.length; at += 1) {
    if (groups[next]?.start === at) {
      at = groups[next]!.end - 1;
      next += 1;
    } else if (inner[at] === "\\") at += 1;
    else if (inner[at] === "|") {
      options.push(inner.slice(from, at));
      from = at + 1;
    }
  }
  return [...options, inner.slice(from)];
}
