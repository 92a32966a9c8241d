import { RE2JS } from "re2js";
import type { Json } from "../../../kernel/values/json.js";
import { dateIn } from "../extraction/dates.js";

/** Changes a value; `url` is the address of the page. */
export type Transform = (value: Json, url: string) => Json;

/** Events and offers are dated in the future, too. */
const FAR = new Date(8.64e15);

/** The transform of a name, with what stands behind its colon; undefined for one that there is not. */
export function transformOf(text: string): Transform | undefined {
  const [, name = "", argument = ""] = /^\s*([a-z]+)\s*(?::(.*))?$/is.exec(text) ?? [];
  if (name === "trim") return onText((value) => value.replace(/\s+/g, " ").trim());
  if (name === "lower") return onText((value) => value.toLowerCase());
  if (name === "upper") return onText((value) => value.toUpperCase());
  if (name === "number") return (value) => (typeof value === "string" ? (numberIn(value) ?? "") : value);
  if (name === "date") return onText((value) => dateIn(value, { now: FAR }) || value);
  if (name === "url")
    return (value, url) =>
      typeof value === "string" ? (URL.parse(value.trim(), url || undefined)?.href ?? "") : value;
  if (name === "split") {
    const [separator = "", number = "1"] = argument.split(/\|(?=-?\d+$)/);
    if (separator === "") return undefined;
    return onText(
      (value) =>
        value
          .split(separator)
          .at(Number(number) > 0 ? Number(number) - 1 : Number(number))
          ?.trim() ?? "",
    );
  }
  if (name === "replace") {
    const [from = "", ...to] = argument.split("|");
    return from === "" ? undefined : onText((value) => value.replaceAll(from, () => to.join("|")));
  }
  if (name !== "regex") return undefined;
  try {
    const pattern = RE2JS.compile(argument);
    return onText((value) => {
      const matcher = pattern.matcher(value);
      return matcher.find() ? ((matcher.groupCount() > 0 ? matcher.group(1) : matcher.group()) ?? "") : "";
    });
  } catch {
    return undefined;
  }
}

function onText(change: (text: string) => string): Transform {
  return (value) => (typeof value === "string" ? change(value) : value);
}

/**
 * The first number in a text, whichever way it is written: `1,234.56`, `1.234,56 €`, `1 234`. A single mark before three digits
 * parts thousands, except behind a 0.
 */
export function numberIn(text: string): number | undefined {
  const [found, sign = "", digits = ""] = /([-−+]?)[^\d+\-−.,]{0,3}(\d(?:[\d.,'’\u00a0\u202f ]*\d)?)/.exec(text) ?? [];
  if (found === undefined) return undefined;
  const compact = digits.replace(/['’\u00a0\u202f ](?=\d{3}(?:\D|$))/g, "").split(/[\s'’\u00a0\u202f]/)[0]!;
  const marks = compact.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const tail = last === undefined ? "" : compact.slice(compact.lastIndexOf(last) + 1);
  const isDecimal =
    last !== undefined &&
    marks.filter((mark) => mark === last).length === 1 &&
    (new Set(marks).size > 1 || tail.length !== 3 || /^0[.,]/.test(compact));
  const plain = isDecimal
    ? `${compact.slice(0, compact.lastIndexOf(last!)).replace(/[.,]/g, "")}.${tail}`
    : compact.replace(/[.,]/g, "");
  const number = Number(plain);
  return Number.isFinite(number) ? (sign === "-" || sign === "−" ? -number : number) : undefined;
}
