import { defineTaskPlugin, type LineChecks } from "../../kernel/index.js";
import { askedOnce } from "../_kit/folders.js";
import { noneRead } from "./all-failed.js";
import { youtubeSubScraperProblems } from "./checks.js";
import { isAtYouTube, targetOf } from "./input-line.js";
import { checkFolder } from "./local-file.js";
import { type Context, youtubeSubScraperOptions } from "./options.js";
import { finished } from "./results.js";
import { failureRow } from "./rows.js";
import { prepared } from "./run-state.js";
import { scrapeLine } from "./scrape-line.js";

export const youtubesubscraper = defineTaskPlugin({
  type: "youtubesubscraper",
  words: "youtube sub scraper",
  title: "YouTube Sub Scraper",
  summary: "Saves the captions of videos as text, Markdown, data and subtitle files; of YouTube and of caption files.",
  uses: ["web", "video", "folder"],
  usuallyNeeds: ["video"],
  options: youtubeSubScraperOptions,
  inputs: ({ videosFile }) => videosFile,
  hosts: ({ videosFile }) => (videosFile.some(isAtYouTube) ? ["www.youtube.com"] : []),
  check: (options, { providers }) => youtubeSubScraperProblems(options, providers),
  lineChecks: (_options, { providers }) => lineChecks(providers),
  begin: (context) => prepared(context),
  run: (line, context) => scrapeLine(line, context),
  // Its rows were put out by the line itself, unless nobody could foresee what failed.
  failure: (line, { code, message, facts }) =>
    code === "internal" ? failureRow(line, { code, message, facts }) : null,
  allFailed: (failures, count) => noneRead(failures, count),
  async finish(context) {
    const { providers, runId, signal } = context;
    await providers.web?.forget?.(runId);
    if (!signal.aborted) await finished(context);
  },
});

function lineChecks({ folder }: Context["providers"]): LineChecks {
  const checked = askedOnce((name) => checkFolder(name, folder));
  return {
    async videosFile(line) {
      const target = targetOf(line);
      if (target.kind === "file") await checked(target.folder);
    },
  };
}
