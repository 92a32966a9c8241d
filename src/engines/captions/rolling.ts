import type { Cue } from "./cue.js";

/** Cues that are no further apart follow each other on the screen without a break. */
const ADJOINING_MS = 250;
/** Of all steps from a cue to the next, so many must show that lines roll. */
const SHARE = 0.25;

/**
 * Captions made by programs roll: each line is shown once as the lower and once more as the upper one, and between them
 * alone for an instant; or a line grows word by word. The cues with each line once, when it came. A file that does not roll
 * stays as it is, whatever is repeated in it.
 */
export function collapsedCues(cues: readonly Cue[]): Cue[] {
  const isRolling = rolls(cues, overlap);
  const isGrowing = !isRolling && rolls(cues, growth);
  if (isRolling) return kept(cues);
  return isGrowing ? grown(cues) : [...cues];
}

/** The same where lines roll: there the last line still stands above the next one after a pause, too. */
function carried(before: Cue, after: Cue): number {
  if (adjoin(before, after) || after.start < before.start) return overlap(before, after);
  const count = repeated(before, after);
  return count < after.lines.length ? count : 0;
}

type Overlap = (before: Cue, after: Cue) => number;

function rolls(cues: readonly Cue[], of: Overlap): boolean {
  let steps = 0;
  let signs = 0;
  for (const [at, cue] of cues.entries()) {
    const before = cues[at - 1];
    if (before === undefined) continue;
    steps += 1;
    const count = of(before, cue);
    // The same cue twice may just be said twice.
    if (count > 0 && (of === growth || count < cue.lines.length)) signs += 1;
  }
  return signs >= 2 && signs >= steps * SHARE;
}

/** How many lines at the beginning of a cue were the last ones of the cue before it. */
function overlap(before: Cue, after: Cue): number {
  return adjoin(before, after) ? repeated(before, after) : 0;
}

function repeated(before: Cue, after: Cue): number {
  for (let count = Math.min(before.lines.length, after.lines.length); count > 0; count -= 1) {
    const last = before.lines.slice(-count);
    if (last.every((line, at) => line === after.lines[at])) return count;
  }
  return 0;
}

/** 1 where a cue is the one before it with more words at its end. */
function growth(before: Cue, after: Cue): number {
  if (!adjoin(before, after)) return 0;
  return after.lines.join(" ").startsWith(`${before.lines.join(" ")} `) ? 1 : 0;
}

function adjoin(before: Cue, after: Cue): boolean {
  return after.start >= before.start && after.start - before.end <= ADJOINING_MS;
}

function kept(cues: readonly Cue[]): Cue[] {
  const once: Cue[] = [];
  for (const [at, cue] of cues.entries()) {
    const before = cues[at - 1];
    const lines = cue.lines.slice(before === undefined ? 0 : carried(before, cue));
    if (lines.length > 0) once.push({ ...cue, lines });
  }
  return once;
}

/** The last stand of each line that grows, from its first on. */
function grown(cues: readonly Cue[]): Cue[] {
  const once: Cue[] = [];
  for (const [at, cue] of cues.entries()) {
    const before = cues[at - 1];
    if (before === undefined || growth(before, cue) === 0) once.push(cue);
    else once.push({ ...cue, start: once.pop()!.start });
  }
  return once;
}
