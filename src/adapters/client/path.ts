/** A path with values in it, each of them encoded as one segment. */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return texts.reduce((before, text, index) => before + encodeURIComponent(values[index - 1]!) + text);
}

/** Several segments. */
export const segments = (text: string) => text.split("/").map(encodeURIComponent).join("/");
