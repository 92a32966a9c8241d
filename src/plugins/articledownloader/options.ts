import { z } from "zod";
import { basic } from "../../kernel/index.js";
import { downloadFields } from "../_kit/download/options.js";
import { lines, text } from "../_kit/option-fields.js";
import { browserField } from "../_kit/web/browser-options.js";
import { webFields } from "../_kit/web/options.js";

/** The data object of an article downloader, besides the fields every task has. */
export const articleDownloaderOptions = z.object({
  ...browserField(),
  ...webFields,
  urlsFile: basic(lines("What to download, one per line: pages, sitemaps, feeds, files and folders."), [
    "https://example.com/blog/first-post",
  ]),
  inputFolder: basic(text("", "A folder of saved pages."), "/srv/saved-pages"),
  ...downloadFields,
});

export type ArticleDownloaderOptions = z.output<typeof articleDownloaderOptions>;
