import { defineTaskPlugin, type JsonObject } from "../../kernel/index.js";
import { noteHowItReads } from "../_kit/web/run-web.js";
import { postUploaderProblems } from "./checks.js";
import { postUploaderOptions } from "./options.js";
import { rollBack } from "./rollback.js";
import { tryOfPlan } from "./try-plan.js";
import { uploadArticles } from "./upload.js";

const ROLLBACK = "rollback of ";

export const postuploader = defineTaskPlugin({
  type: "postuploader",
  words: "post uploader",
  title: "Post Uploader",
  summary: "Posts articles to blogs after a plan, as drafts unless told otherwise, none twice, and takes a run back.",
  needs: ["publisher"],
  uses: ["folder", "web"],
  options: postUploaderOptions,
  // One line: the folder, whose files are the posts of its plan. Which they are is known when it is read.
  inputs({ blogIds, articleFolder, rollbackRunId }) {
    if (rollbackRunId.trim() !== "") return [`${ROLLBACK}${rollbackRunId.trim()}`];
    // With blogs alone a run begins, and says that the folder is missing.
    const isNew = blogIds.every((id) => id.trim() === "");
    return [articleFolder.trim() === "" && !isNew ? "articleFolder" : articleFolder];
  },
  hosts: ({ blogIds }) => [...new Set(blogIds.map((id) => `blog:${id.trim()}`))],
  check: (options, { providers }) => postUploaderProblems(options, providers),
  try: tryOfPlan,
  begin: (context) => noteHowItReads(context),
  async run(_line, context) {
    const ofRun = context.options.rollbackRunId.trim();
    if (ofRun === "") await uploadArticles(context);
    else await rollBack(ofRun, context);
  },
  async finish({ providers, runId }) {
    await providers.web?.forget?.(runId);
  },
  // The posts have rows of their own.
  failure: (line, { message, facts }): JsonObject | null =>
    facts["hasRows"] === true ? null : { file: line, status: "failed", error: message },
});
