import { z } from "zod";
import { EXTRACT_MODES, PAGE_JOINING } from "../../../engines/pages/extraction/page.js";
import { basic, inGroup, marked } from "../../../kernel/index.js";
import { choice, decimal, flag, lines, whole } from "../option-fields.js";
import type { BrowserMode } from "../web/browser-options.js";
import type { WebFields } from "../web/options.js";

export const CORPORA = ["none", "jsonl", "csv"] as const;
export type CorpusFormat = (typeof CORPORA)[number];

/**
 * The fields of the data object that say what is taken of downloaded pages and in which files, for a plugin's schema to spread
 * among its own. Lists of names are checked when a run begins and not here, so that a wrong name is answered with the names
 * there are.
 */
export const downloadFields = inGroup("extraction", {
  extractMode: basic(
    choice(
      { of: EXTRACT_MODES, usual: "balanced" },
      "`precision` leaves out what is doubtful, `recall` takes it along, `balanced` is between them, `fast` goes by rules alone, `full` takes all text of the page, `selector` what `includeSelectorsFile` finds.",
    ),
    "precision",
  ),
  includeSelectorsFile: lines(
    "CSS selectors of what is kept in any case; with `extractMode` `selector` of the content itself.",
  ),
  excludeSelectorsFile: lines("CSS selectors of what is left out in any case."),
  keepLinks: flag(false, "Whether addresses of links go into the files."),
  keepImages: flag(false, "Whether images go into the files."),
  keepTables: flag(true, "Whether tables go into the files."),
  keepComments: flag(false, "Whether readers' comments go into the files."),
  keepFormatting: flag(true, "Whether bold and italic type goes into the files."),
  downloadImages: flag(
    false,
    "Saves the images of an article next to it, at most 30 and 30 MB of one page, and points to them. Images are then kept, too. SVG is not saved, because it may hold programs.",
  ),
  minWords: whole({ from: 0, to: 10_000_000, usual: 100 }, "Shorter articles are left out."),
  maxWords: whole({ from: 0, to: 10_000_000, usual: 0 }, "Longer articles are left out; 0 for no limit."),
  maxBytes: z
    .int()
    .min(1)
    .default(20 * 1024 * 1024)
    .describe("Most bytes of one page, never more than the server's own limit."),
  requireMetadata: lines(
    "Pages that do not say of themselves what is named here are left out: any of `title`, `author`, `date`, `language`, `licence`, `description`, `image`, `site`.",
  ),
  dedupeContent: choice(
    { of: ["off", "exact", "near"], usual: "near" },
    "Which later pages count as those before: with the same words (`exact`), nearly the same (`near`), or none (`off`).",
  ),
  nearDistance: whole(
    { from: 0, to: 16, usual: 3 },
    "Bits of 64 in which the fingerprints of two texts may differ that are nearly the same.",
  ),
  blockedDomainsFile: lines(
    "Domains whose pages, and those of all names below them, are not fetched. What a page elsewhere redirects to there is not kept.",
  ),
  archivedFallback: flag(
    false,
    "Takes the newest copy at archive.org of a page that is gone: 404, 410, 5xx, or a host that does not answer. `finalUrl` is then the address of the copy, and the head of the article has it and when the copy was made.",
  ),
  cacheMaxAge: decimal(
    { from: 0, to: 1_000_000, usual: 0 },
    "Hours for which a page that was fetched before is good enough as it is.",
  ),
  parsePdf: choice(
    { of: ["off", "text"], usual: "text" },
    "Reads PDF files (`text`) or leaves them out (`off`). It needs the package `unpdf` installed next to this one, and says so where it is missing.",
  ),
  joinPages: choice(
    { of: PAGE_JOINING, usual: "auto" },
    "Which further pages are joined to the first: those that a pager leads to and that have its title and type (`auto`, ten at most), whatever a page calls the next one, such as the next chapter (`always`, a hundred at most), or none (`never`). Only pages of the same host are.",
  ),
  corpus: marked(
    choice(
      { of: CORPORA, usual: "none" },
      "One file with the text and metadata of all articles, in the order of the lines: `corpus.jsonl`, an object on each line (`jsonl`), or `corpus.csv` (`csv`).",
    ),
    { group: "output" },
  ),
  saveRaw: marked(flag(true, "Keeps each page as it came, in UTF-8."), { group: "output" }),
  outputFormats: marked(basic(lines("Any of `txt`, `md`, `html`, `json`, `csv`, `xml`.", ["txt"]), ["md", "html"]), {
    group: "output",
  }),
  languageFilter: lines("Keeps only articles in these languages: ISO 639-1 codes such as `en`; empty for all."),
});

/** With those that every task has that reads the web. */
export type DownloadOptions = z.output<z.ZodObject<typeof downloadFields>> &
  WebFields & { readonly browser: BrowserMode };

export const METADATA_NAMES = [
  "title",
  "author",
  "date",
  "language",
  "licence",
  "description",
  "image",
  "site",
] as const;
export type MetadataName = (typeof METADATA_NAMES)[number];
