import { RefusedError } from "./errors.js";

/** A path with values in it, each of them encoded as one segment. */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return texts.reduce((before, text, index) => before + segment(values[index - 1]!) + text);
}

/** Several segments. */
export const segments = (text: string) => text.split("/").map(segment).join("/");

function segment(text: string): string {
  // Addresses have no form for them: they lead to the folder, or the one above.
  if (text === "." || text === "..") throw new RefusedError(`"${text}" cannot be part of an address.`, "INPUT_REFUSED");
  return encodeURIComponent(text);
}
