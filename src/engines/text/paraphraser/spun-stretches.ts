import { firstVariant, splitSpintax } from "../../../kernel/text/spintax.js";
import type { Turns } from "../../../kernel/values/turns.js";

/** A stretch of a text as a spinner wrote it. */
export interface Stretch {
  /** Where it is in the text that was spun; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** What the spinner wrote for the text itself: the text, or its escape, or the first option of a group. */
  readonly raw: string;
  /** The other options of a group, as spintax; none for a stretch without a choice. */
  readonly others: readonly string[];
}

/**
 * What a spinner that puts the text itself first in every group made of each stretch of the text, in order and without
 * gaps. Undefined when the spintax does not say the text.
 */
export async function stretchesOf(text: string, spun: string, turns: Turns): Promise<readonly Stretch[] | undefined> {
  const isSpintax = splitSpintax(text).some((segment) => segment.kind === "choice");
  const stretches: Stretch[] = [];
  let at = 0;
  let place = 0;
  let plainFrom = 0;
  let plainPlace = 0;
  const endPlain = () => {
    if (at > plainFrom) stretches.push({ start: plainFrom, end: at, raw: spun.slice(plainPlace, place), others: [] });
  };
  const goOn = (from: number, fromPlace: number) => {
    at = plainFrom = from;
    place = plainPlace = fromPlace;
  };
  while (place < spun.length) {
    if (turns.due()) await turns.give();
    const character = spun[place]!;
    if (character === "{" && text[at] !== "{") {
      endPlain();
      const group = groupAt(spun, place);
      if (group === undefined) return undefined;
      const [first = "", ...others] = group.options;
      const shown = firstVariant(first);
      if (!text.startsWith(shown, at)) return undefined;
      // A choice between whole sentences: the words of the first are what is wanted of it.
      const inner = first.includes("{") ? await stretchesOf(shown, first, turns) : undefined;
      const own = [{ start: 0, end: shown.length, raw: first, others }];
      for (const one of inner ?? own) stretches.push({ ...one, start: one.start + at, end: one.end + at });
      goOn(at + shown.length, group.end);
      continue;
    }
    // An escape that the spinner put in is one character of the text.
    const escaped =
      character === "\\" &&
      !isSpintax &&
      spun[place + 1] === text[at] &&
      (text[at] !== "\\" || /[\\{|}]/.test(text[at + 1] ?? ""));
    if (escaped) {
      endPlain();
      stretches.push({ start: at, end: at + 1, raw: spun.slice(place, place + 2), others: [] });
      goOn(at + 1, place + 2);
      continue;
    }
    if (character !== text[at]) return undefined;
    at += 1;
    place += 1;
  }
  endPlain();
  return at === text.length ? stretches : undefined;
}

/** The options of the group that opens at `start`; undefined when it never closes. */
function groupAt(
  spun: string,
  start: number,
): { readonly options: readonly string[]; readonly end: number } | undefined {
  const options: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let place = start; place < spun.length; place += 1) {
    const character = spun[place];
    if (character === "\\") place += 1;
    else if (character === "{") depth += 1;
    else if (character === "|" && depth === 1) {
      options.push(spun.slice(from, place));
      from = place + 1;
    } else if (character === "}") {
      depth -= 1;
      if (depth === 0) return { options: [...options, spun.slice(from, place)], end: place + 1 };
    }
  }
  return undefined;
}
