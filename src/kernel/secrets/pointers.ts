import { isPlainObject, type Json, type JsonObject } from "../values/json.js";

/** The JSON Pointer (RFC 6901) of a member or an element. */
export function below(pointer: string, name: string | number): string {
  if (typeof name === "number" || !/[~/]/.test(name)) return `${pointer}/${name}`;
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** A copy of the value in which `change` has been made of what is at the pointer; itself when nothing is there. */
export function changedAt(value: Json, pointer: string, change: (there: Json) => Json): Json {
  const names = namesIn(pointer);
  const visit = (item: Json, depth: number): Json => {
    const name = names[depth];
    if (name === undefined) return change(item);
    if (Array.isArray(item)) {
      const index = Number(name);
      const there: Json | undefined = item[index];
      return there === undefined ? item : item.with(index, visit(there, depth + 1));
    }
    if (!isPlainObject(item) || !Object.hasOwn(item, name)) return item;
    return { ...item, [name]: visit(item[name] as Json, depth + 1) };
  };
  return visit(value, 0);
}

/** What is at the pointer, undefined when nothing is. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  return namesIn(pointer).reduce<Json | undefined>(memberOf, value);
}

/** The pointer of the outermost list that holds the place, undefined when none does. */
export function listAbove(value: Json, pointer: string): string | undefined {
  let at: Json | undefined = value;
  let above = "";
  for (const name of namesIn(pointer)) {
    if (Array.isArray(at)) return above;
    at = memberOf(at, name);
    above = below(above, name);
  }
  return undefined;
}

function namesIn(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)] as Json | undefined;
  return isPlainObject(value) && Object.hasOwn(value, name) ? (value[name] as Json) : undefined;
}

/** A copy of the value in which `change` has been made of every text in it, which comes with its place. */
export function changedTexts(value: Json, change: (text: string, pointer: string) => Json, pointer = ""): Json {
  if (typeof value === "string") return change(value, pointer);
  if (Array.isArray(value)) {
    return value.map((item: Json, index) => changedTexts(item, change, below(pointer, index)));
  }
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value as JsonObject);
  return Object.fromEntries(members.map(([name, item]) => [name, changedTexts(item, change, below(pointer, name))]));
}

/**
 * What a secret is bound to: the place without the numbers of list elements, since those move. It names no task, so that
 * a copy of a task has the same secrets.
 */
export function labelOf(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/-");
}
