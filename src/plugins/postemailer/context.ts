import type { TaskContext } from "../../kernel/index.js";
import type { PostEmailerOptions } from "./options.js";

export type Context = TaskContext<PostEmailerOptions, never, "mailer" | "folder" | "web">;
