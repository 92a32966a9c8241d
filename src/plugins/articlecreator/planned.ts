import { type JsonObject, shown } from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";
import type { Context, Source } from "./sources.js";

/** Says what an article would be made from, for a run that only tries its settings. */
export function planned(keyword: string, sources: readonly Source[], { output, log }: Context): void {
  const names = sources.map(({ title, address }) => `"${shown(title || address)}"`).join(", ");
  log.info(`"${shown(keyword)}": an article would be made from ${counted(sources.length, "source")}: ${names}.`);
  output.row({
    keyword: shown(keyword),
    n: 0,
    title: "",
    file: "",
    words: 0,
    sources: sources.map(
      ({ title, address }): JsonObject =>
        /^https?:/i.test(address)
          ? { title: title || address, url: address }
          : { title: title || address, path: address },
    ),
    images: 0,
    licence: "",
    imagesUsed: [],
    seoScore: 0,
    uniqueness: 0,
    status: "planned",
    error: "",
  });
}
