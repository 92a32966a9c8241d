import { defineTaskPlugin, shown } from "../../kernel/index.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { addressLines } from "../_kit/web/logins.js";
import { pageSource } from "../_kit/web/page-source.js";
import { begunCrawl } from "./begin.js";
import { webCrawlerProblems } from "./checks.js";
import { failureRow } from "./crawl-rows.js";
import { webCrawlerLineChecks } from "./line-checks.js";
import { webCrawlerOptions } from "./options.js";
import { finishedCrawl } from "./outputs/finish.js";
import { shownStart } from "./starts.js";

export const webcrawler = defineTaskPlugin({
  type: "webcrawler",
  words: "web crawler",
  title: "Web Crawler",
  summary: "Crawls sites page by page and reports what they hold, how they are linked and what is broken.",
  needs: ["web", "reader"],
  uses: ["browser"],
  options: webCrawlerOptions,
  inputs: (options) => addressLines(options.startUrlsFile),
  check: (options, { providers }) => webCrawlerProblems(options, providers),
  lineChecks: (options, { providers }) => webCrawlerLineChecks(options, providers.web),
  begin: (context) => begunCrawl(context),
  async run(line, context) {
    const { crawl, lines, session } = context.state;
    await crawl.line(lines.get(line)!, line, context, pageSource(context, session));
  },
  failure(line, { message, code, facts }) {
    // A robots.txt has a status of its own, and the page was not asked for.
    const status = code === "robots" ? undefined : facts["status"];
    if (typeof status !== "number") return failureRow(shown(shownStart(line)), message, { status: 0, finalUrl: "" });
    const { url } = facts;
    const finalUrl = typeof url === "string" ? url : "";
    return failureRow(shown(shownStart(line)), message, { status, finalUrl });
  },
  allFailed: (failures, count) => noneFetched(failures, count, "start URLs"),
  finish: (context) => finishedCrawl(context),
});
