import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, ScriptoriumError, shown } from "../../kernel/index.js";

/** What each of the checks throws about a field, all of them asked. */
export async function problemsOf(
  checks: readonly (() => unknown)[],
  severity: NonNullable<OptionProblem["severity"]> = "error",
): Promise<OptionProblem[]> {
  const problems: OptionProblem[] = [];
  for (const check of checks) {
    try {
      await check();
    } catch (error) {
      if (!ScriptoriumError.is(error) || !isOfField(error.code)) throw error;
      problems.push({ field: String(error.facts["field"]), message: error.message, code: error.code, severity });
    }
  }
  return problems;
}

/** Lines that are looked at one by one: a list may have hundreds of thousands. */
const MOST_LINES = 1000;

/** What a check of lines throws about each of them, so that all that have to be corrected are told at once. */
export async function problemsInLines(
  lines: readonly string[],
  check: (lines: readonly string[]) => unknown,
  severity?: OptionProblem["severity"],
): Promise<OptionProblem[]> {
  const whole = await problemsOf([() => check(lines)], severity);
  if (whole.length === 0) return [];
  const first = givenLines(lines).slice(0, MOST_LINES);
  const each = await problemsOf(
    first.map((line) => () => check([line])),
    severity,
  );
  return each.length > 0 ? each : whole;
}

/** A warning for each setting that `applies` says a run will not act on, with what is said of it. */
export function warningsOf(
  found: readonly (readonly [field: string, applies: boolean, message: string])[],
): OptionProblem[] {
  return found
    .filter(([, applies]) => applies)
    .map(([field, , message]) => ({ field, message, code: "bad-input", severity: "warning" }));
}

/** A warning where lines of a field are there more than once, as a run works each once. */
export function repeatedLines(field: string, lines: readonly string[]): OptionProblem[] {
  const seen = new Set<string>();
  const repeated = givenLines(lines).filter((line) => seen.size === seen.add(line).size);
  const count = repeated.length;
  const [first = ""] = repeated;
  const which = count === 1 ? "a line that is" : `${count} lines that are`;
  return warningsOf([
    [
      field,
      count > 0,
      `${field} has ${which} there before, such as "${shown(first, 100)}". Each is worked once; take the others out.`,
    ],
  ]);
}

/** As in "has 1 line" or "has 3 lines", of the lines that are not blank. */
export function howMany(lines: readonly string[]): string {
  const count = lines.filter((line) => line.trim() !== "").length;
  return `${count} ${count === 1 ? "line" : "lines"}`;
}

const isOfField = (code: string) =>
  code === "bad-input" || code === "no-input" || code === "no-provider" || code === "no-browser";

/**
 * Throws bad-input for fields that are the two ends of a range and in the wrong order. It is for a warning: a run exchanges
 * them.
 */
export function refuseExchanged<Field extends string>(
  options: Readonly<Record<Field, number>>,
  [from, to]: readonly [from: Field, to: Field],
): void {
  if (options[from] <= options[to]) return;
  throw badField(
    from,
    `${from} is ${options[from]}, which is more than ${to}, ${options[to]}. Exchange the two, as a run does, or correct one.`,
  );
}

/** The two ends of a range in the right order. */
export function inOrder(from: number, to: number): readonly [from: number, to: number] {
  return from <= to ? [from, to] : [to, from];
}

/** The names of a field, each once. Throws bad-input for those that are not known; `later` are still to come. */
export function namesAmong<Name extends string>(
  known: readonly Name[],
  given: readonly string[],
  field: string,
  later: readonly string[] = [],
): Name[] {
  const names = [...new Set(given.map((name) => name.trim().toLowerCase()).filter((name) => name !== ""))];
  const isKnown = (name: string): name is Name => (known as readonly string[]).includes(name);
  const strange = names.filter((name) => !isKnown(name));
  if (strange.length === 0) return names.filter(isKnown);
  const be = strange.length === 1 ? ["does", "is"] : ["do", "are"];
  const problem = strange.every((name) => later.includes(name)) ? `${be[0]} not work yet` : `${be[1]} not known`;
  throw badField(
    field,
    `${field} has ${listed(
      strange.slice(0, 10).map((name) => shown(name)),
      " and ",
    )}, which ${problem}. Use one or more of ${listed(known)}.`,
  );
}

/** Throws bad-input for a field without names. */
export function refuseNone(names: readonly string[], known: readonly string[], field: string): void {
  if (names.length === 0) throw badField(field, `${field} is empty. Set it to one or more of ${listed(known)}.`);
}

function listed(names: readonly string[], last = ", "): string {
  const quoted = names.map((name) => `"${name}"`);
  return [quoted.slice(0, -1).join(", "), ...quoted.slice(-1)].filter((part) => part !== "").join(last);
}
