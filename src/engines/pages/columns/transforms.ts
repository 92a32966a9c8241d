import { RE2JS } from "re2js";
import type { Json } from "../../../kernel/values/json.js";
import { type DateOrder, oneDateIn } from "../extraction/dates.js";
import { numberIn } from "./numbers.js";

/** What a value is to become, and may not be. */
export type ValueKind = "date" | "number" | "address";

/** What a transform is told besides the value. */
export interface Around {
  /** By which the links of the page become whole. */
  readonly url: string;
  /** Which comes first in dates such as 5/1/2024, where the transform does not say it itself. */
  readonly order: DateOrder;
  /** Called with each text that is to become a date, a number or an address; `isRead` says whether it does. */
  note?(seen: SeenValue): void;
}

export interface SeenValue {
  readonly kind: ValueKind;
  readonly text: string;
  readonly isRead: boolean;
  /** As the rule writes it. */
  readonly transform: string;
  /** Which part of a date comes first, where the transform says it. */
  readonly order?: DateOrder;
}

/** Changes a value. */
export type Transform = (value: Json, around: Around) => Json;

/** Events and offers are dated in the future, too. */
export const FAR = new Date(8.64e15);

/** The transform of a name, with what stands behind its colon; undefined for one that there is not. */
export function transformOf(text: string): Transform | undefined {
  const [, name = "", argument = ""] = /^\s*([a-z]+)\s*(?::(.*))?$/is.exec(text) ?? [];
  if (name === "trim") return onText((value) => value.replace(/\s+/g, " ").trim());
  if (name === "lower") return onText((value) => value.toLowerCase());
  if (name === "upper") return onText((value) => value.toUpperCase());
  const seeing = (kind: ValueKind, read: Read, order?: DateOrder) =>
    noting({ kind, transform: text.trim(), order }, read);
  if (name === "number") return seeing("number", (value) => numberIn(value) ?? "");
  if (name === "date") {
    const given = argument.trim().toLowerCase();
    if (!["", "dmy", "mdy"].includes(given)) return undefined;
    const own = given === "" ? undefined : (given as DateOrder);
    return seeing("date", (value, { order }) => oneDateIn(value, { now: FAR, order: own ?? order }), own);
  }
  if (name === "url") return seeing("address", (value, { url }) => wholeAddress(value.trim(), url));
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

/** Whether an address lacks nothing but that of its page to be whole. */
export function lacksBase(address: string): boolean {
  return !URL.canParse(address) && URL.canParse(address, "https://a.invalid/");
}

/** A saved page has no address, or the name of a file. */
function wholeAddress(text: string, base: string): string {
  return URL.parse(text, URL.canParse(base) ? base : undefined)?.href ?? "";
}

type Read = (text: string, around: Around) => Json;

function noting(
  { kind, transform, order }: Pick<SeenValue, "kind" | "transform"> & { readonly order: DateOrder | undefined },
  read: Read,
): Transform {
  return (value, around) => {
    if (typeof value !== "string") return value;
    const made = read(value, around);
    around.note?.({ kind, transform, text: value, isRead: made !== "", ...(order && { order }) });
    return made;
  };
}

function onText(change: (text: string) => string): Transform {
  return (value) => (typeof value === "string" ? change(value) : value);
}
