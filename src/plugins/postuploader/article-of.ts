import { seededRandom, seedOf } from "../../kernel/index.js";
import { readArticle, type SourceArticle } from "../_kit/articles-in/index.js";
import type { Context } from "./options.js";

/** An article of the folder, the same in every attempt at a run, also where its title is by lot. */
export function articleOf(
  file: string,
  { options, providers, random, signal }: Pick<Context, "options" | "providers" | "random" | "signal">,
): Promise<SourceArticle> {
  const lots = seededRandom(`${seedOf(random) ?? ""}:${file}`);
  // The files of a folder are listed before one is read, which is refused where there are no folders.
  return readArticle(file, options, { folder: providers.folder!, random: lots, signal, dataImages: true });
}
