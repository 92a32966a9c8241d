import type { TaskContext } from "../../kernel/index.js";
import type { ArticleDownloaderOptions } from "./options.js";

/** What the engine gives the lines of a run. */
export type Context = TaskContext<ArticleDownloaderOptions, "reader", "web" | "folder" | "browser">;
