import { defineTaskPlugin, shown } from "../../kernel/index.js";
import { withoutLogins } from "../_kit/web/logins.js";
import { endReading } from "../_kit/web/run-web.js";
import { articleCreatorProblems } from "./checks.js";
import { keywordLine } from "./keyword-line.js";
import { writeKeyword } from "./line.js";
import { articleCreatorLineChecks } from "./line-checks.js";
import { articleCreatorOptions } from "./options.js";
import { prepared } from "./preparation.js";
import { writeReports } from "./reports/finish.js";

export const articlecreator = defineTaskPlugin({
  type: "articlecreator",
  words: "article creator",
  title: "Article Creator",
  summary: "Writes articles about keywords from passages of web pages, folders and texts, and names their sources.",
  needs: ["reader"],
  uses: [
    "web",
    "search",
    "folder",
    "spinner",
    "paraphraser",
    "browser",
    "writer",
    "translator",
    "video",
    "images",
    "prompts",
  ],
  usuallyNeeds: ["search"],
  options: articleCreatorOptions,
  inputs: (options) => options.articleKeywordsFile.map(withoutLogins),
  check: (options, { providers }) => articleCreatorProblems(options, providers),
  lineChecks: (_options, { providers }) => articleCreatorLineChecks(providers),
  begin: (context) => prepared(context),
  run: (line, context) => writeKeyword(line, context),
  failure: (line, { message }, { taskId }) => ({
    keyword: shown(keywordLine(line, taskId).keyword),
    n: 0,
    title: "",
    file: "",
    words: 0,
    sources: [],
    images: 0,
    licence: "",
    imagesUsed: [],
    seoScore: 0,
    uniqueness: 0,
    status: "failed",
    error: message,
  }),
  async finish(context) {
    await endReading(context);
    await writeReports(context);
  },
});
