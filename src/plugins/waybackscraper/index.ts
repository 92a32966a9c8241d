import { defineTaskPlugin, shown } from "../../kernel/index.js";
import { addressLines } from "../_kit/web/logins.js";
import { endReading } from "../_kit/web/run-web.js";
import { waybackProblems } from "./checks.js";
import { sourceOf } from "./choice.js";
import { rowOf } from "./copy-rows.js";
import { allLinesFailed } from "./failure-messages.js";
import { scrapeLine } from "./line.js";
import { waybackOptions } from "./options.js";
import { type Reading, reading } from "./reading.js";

export const waybackscraper = defineTaskPlugin({
  type: "waybackscraper",
  words: "wayback scraper",
  title: "Wayback Scraper",
  summary:
    "Saves archived copies of pages from the Wayback Machine or another web archive, as articles or as they were.",
  needs: ["web", "reader"],
  uses: ["browser"],
  options: waybackOptions,
  hosts: ({ archiveUrl }) => (URL.canParse(archiveUrl) ? [new URL(archiveUrl).hostname] : []),
  inputs: (options) => addressLines(options.domainsFile),
  check: (options, { providers }) => waybackProblems(options, providers),
  lineChecks: ({ match }, { providers }) => ({
    domainsFile: (line) => void sourceOf(addressLines([line])[0]!, match),
    // What is no address at all is refused by itself.
    archiveUrl: (url) => (/^https?:/i.test(url) && URL.canParse(url) ? providers.web?.checkAddress?.(url) : undefined),
  }),
  begin: (context): Promise<Reading> => reading(context),
  run: (line, context) => scrapeLine(line, context),
  failure: (line, { message }) => rowOf({ original: shown(line), error: message }),
  allFailed: (failures, count, context) => allLinesFailed(failures, count, context),
  finish: (context) => endReading(context),
});
