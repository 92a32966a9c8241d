import { z } from "zod";
import { WAYBACK_MACHINE } from "../../engines/pages/archive/archive-addresses.js";
import { basic, marked } from "../../kernel/index.js";
import { MATCHES } from "../_kit/archive/list.js";
import { ARTICLE_FORMATS } from "../_kit/article-files.js";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";
import { browserField } from "../_kit/web/browser-options.js";
import { webFields } from "../_kit/web/options.js";

export const waybackOptions = z.object({
  domainsFile: basic(
    lines(
      "One domain, beginning of an address or address per line. `*.shop.test` (with all sub-domains) and `shop.test/blog*` are read as well, whatever `match` says.",
    ),
    ["example.com", "example.com/blog*"],
  ),
  match: basic(
    choice(
      { of: MATCHES, usual: "host" },
      "What a line means: this address (`exact`), all that begin with it (`prefix`), all of its `host`, or of its `domain` with sub-domains.",
    ),
    "domain",
  ),
  pick: basic(
    choice(
      { of: ["newest", "oldest", "asOf", "all"], usual: "newest" },
      "Which copy of each address: `newest`, `oldest`, the newest as of a time (`asOf`), or `all`.",
    ),
    "oldest",
  ),
  asOf: text(
    "",
    "The time for `pick` `asOf`: 4 to 14 digits, `2014`, `201401` ... `20140131235959`; signs between them are passed over. Addresses without a copy until then are left out.",
  ),
  fromDate: basic(text("", "Only copies made at this time, written as `asOf`, or later."), "2014"),
  toDate: basic(text("", "Only copies made at this time, written as `asOf`, or earlier."), "201512"),
  statuses: text("200", "Statuses of copies: `200`, `2xx`, several with commas between; empty for all."),
  mimesFile: lines("Media types of copies, with `*` for anything; empty for all.", ["text/html"]),
  includePatternsFile: lines(
    "Only addresses that fit one of these: a piece of the address with `*` for anything between; from `http` on the address from its beginning to its end; `/expression/` (RE2).",
  ),
  excludePatternsFile: lines("No addresses that fit one of these."),
  collapseDigest: flag(true, "With `pick` `all`: copies with the same bytes as the one before are left out."),
  saveAs: marked(
    basic(
      choice(
        { of: ["article", "raw", "both", "list"], usual: "article" },
        "`article` (the text of the page), `raw` (its bytes as they were archived), `both`, or `list` (rows alone; no page is fetched).",
      ),
      "raw",
    ),
    { group: "output" },
  ),
  outputFormats: marked(
    basic(z.array(z.enum(ARTICLE_FORMATS)).default(["txt"]).describe("Formats of the articles."), ["md"]),
    { group: "output" },
  ),
  rewriteLinks: marked(
    flag(
      false,
      "In raw pages and style sheets: links to what the line saves become relative, all others lead to the archive's copy from the time of the page. Not one byte else is changed.",
    ),
    { group: "output" },
  ),
  pageRequisites: marked(
    flag(
      false,
      "Saves images, style sheets (with what they name) and scripts of raw pages, from the time of the page; 200 for one page at most. What several pages share is fetched once.",
    ),
    { group: "output" },
  ),
  maxPages: basic(whole({ from: 1, to: 100_000, usual: 500 }, "Most copies of one line."), 100),
  checkLive: flag(false, "Asks the site itself whether the page is still there; column `live`."),
  languageFilter: lines(
    "Only pages in these languages are saved: ISO 639-1 codes such as `en`; empty for all. A page whose language cannot be found out is kept.",
  ),
  archiveUrl: text(
    WAYBACK_MACHINE,
    "Another Wayback Machine, or a collection of pywb: `https://host/collection`. Of pywb's list no more than 20,000 lines are read, because it has no key to go on with.",
  ),
  ...browserField(),
  ...webFields,
  requestDelayFrom: whole(
    { from: 0, to: 3_600_000, usual: 1500 },
    "Fewest milliseconds between two requests to one host.",
  ),
  concurrency: whole(
    { from: 1, to: 64, usual: 1 },
    "Lines in work at once. Requests to the archive are made one at a time all the same.",
  ),
});

export type WaybackOptions = z.output<typeof waybackOptions>;
