import { isPlainObject, type Json } from "../../values/json.js";
import type { Effort } from "./effort.js";

export type Equals = (value: unknown) => boolean;

export function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}

/** Whether a value is the same JSON as `wanted`, whatever the order of members. */
export function equalTo(wanted: Json, effort: Effort): Equals {
  if (isScalar(wanted)) return (value) => value === wanted;
  if (Array.isArray(wanted)) {
    const items = wanted.map((item: Json) => equalTo(item, effort));
    return (value) =>
      Array.isArray(value) && value.length === items.length && items.every((equals, place) => equals(value[place]));
  }
  const members = Object.entries(wanted).map(([name, member]) => ({ name, equals: equalTo(member, effort) }));
  return (value) => {
    if (!isPlainObject(value)) return false;
    const count = Object.keys(value).length;
    effort.spend(count);
    return (
      count === members.length && members.every(({ name, equals }) => Object.hasOwn(value, name) && equals(value[name]))
    );
  };
}
