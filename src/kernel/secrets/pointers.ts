import { isPlainObject, type Json } from "../values/json.js";

/** The JSON Pointer (RFC 6901) of a member or an element. */
export function below(pointer: string, name: string | number): string {
  if (typeof name === "number" || !/[~/]/.test(name)) return `${pointer}/${name}`;
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** A copy of the value in which `change` has been made of what is at the pointer; itself when nothing is there. */
export function changedAt(value: Json, pointer: string, change: (there: Json) => Json): Json {
  const names = pointer.split("/").slice(1);
  const visit = (item: Json, depth: number): Json => {
    const name = names[depth]?.replaceAll("~1", "/").replaceAll("~0", "~");
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

/**
 * What a secret is bound to: the place without the numbers of list elements, since those move. It names no task, so that
 * a copy of a task has the same secrets.
 */
export function labelOf(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, "/-");
}
