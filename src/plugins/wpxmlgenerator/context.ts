import type { TaskContext } from "../../kernel/index.js";
import type { WpXmlGeneratorOptions } from "./options.js";

/** What the engine gives the lines of a run. */
export type Context = TaskContext<WpXmlGeneratorOptions, never, "folder">;
