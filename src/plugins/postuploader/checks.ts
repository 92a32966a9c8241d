import { type OptionProblem, type Providers, ScriptoriumError } from "../../kernel/index.js";
import { articleProblems } from "../_kit/articles-in/index.js";
import { warningsOf } from "../_kit/checks.js";
import { dripProblems } from "../_kit/drip/index.js";
import { webProblems } from "../_kit/web/options.js";
import type { PostUploaderOptions } from "./options.js";
import { codeOf } from "./tally.js";

/** What is wrong with the data object of a post uploader. */
export async function postUploaderProblems(
  options: PostUploaderOptions,
  { publisher, web }: Partial<Pick<Providers, "publisher" | "web">>,
): Promise<OptionProblem[]> {
  const isRollback = options.rollbackRunId.trim() !== "";
  return [
    ...(await blogProblems(options, publisher, isRollback)),
    ...(isRollback ? [] : [...dripProblems(options), ...(await articleProblems(options))]),
    ...(await webProblems(options, web)),
    ...warningsOf([
      [
        "approvedFiles",
        options.approvedFiles.some((line) => line.trim() !== "") && !options.requireApproval,
        "approvedFiles has no effect without requireApproval: all files are posted. Set requireApproval, or empty the list.",
      ],
      [
        "featuredImage",
        options.featuredImage === "metadata" && !options.uploadImages,
        "featuredImage has no effect without uploadImages. Set uploadImages, or set featuredImage to none.",
      ],
      [
        "updateOthers",
        options.updateOthers && options.onDuplicate !== "update",
        "updateOthers has no effect unless onDuplicate is update. Set onDuplicate to update, or turn updateOthers off.",
      ],
      [
        "rollbackFiles",
        options.rollbackFiles.some((line) => line.trim() !== "") && !isRollback,
        "rollbackFiles has no effect without rollbackRunId: nothing is taken back. Set rollbackRunId, or empty the list.",
      ],
      [
        "rollbackRunId",
        isRollback,
        "rollbackRunId is set, so runs post nothing and take that run back. Empty it to post again.",
      ],
    ]),
  ];
}

async function blogProblems(
  { blogIds, articleFolder }: PostUploaderOptions,
  publisher: Providers["publisher"] | undefined,
  isRollback: boolean,
): Promise<OptionProblem[]> {
  const given = blogIds.filter((id) => id.trim() !== "");
  if (given.length === 0) {
    // A new task has neither, and is not yet wrong.
    return isRollback || articleFolder.trim() === ""
      ? []
      : [{ field: "blogIds", message: "No blog is set: fill blogIds.", code: "no-input" }];
  }
  try {
    const blogs = await publisher?.blogs(given);
    if (blogs?.length !== 0) return [];
    return [{ field: "blogIds", message: "blogIds leads to no blog. Name blogs that are stored.", code: "no-input" }];
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    // What one run has posted can be taken back though another of the blogs is gone.
    const severity = isRollback ? "warning" : "error";
    return [{ field: "blogIds", message: error.message, code: codeOf(error), severity }];
  }
}
