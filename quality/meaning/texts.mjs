import { readdirSync, readFileSync } from "node:fs";
import { placedSentences } from "./places.mjs";

const folder = new URL("texts/", import.meta.url);

/**
 * The texts whose alternatives are judged by reading, all invented for this purpose. Two of each register: the first is read
 * while the engine is built, the second is held out until the end.
 */
export function meaningTexts() {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const name = file.replace(/\.txt$/, "");
      const text = readFileSync(new URL(file, folder), "utf8");
      const register = name.replace(/-[12]$/, "");
      return { name, register, heldOut: name.endsWith("-2"), text, sentences: placedSentences(text) };
    });
}
