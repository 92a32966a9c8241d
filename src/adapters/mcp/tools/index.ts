import type { Tool, ToolWorld } from "../tool.js";
import { actingTools } from "./acting.js";
import { creatingTools } from "./creating.js";
import { moreTools } from "./more.js";
import { readingTools } from "./reading.js";
import { textTools } from "./texts.js";
import { webTools } from "./web.js";

/** Every tool of the server. */
export function allTools(world: ToolWorld): readonly Tool[] {
  return [
    ...readingTools(world),
    ...actingTools(world),
    ...creatingTools(world),
    ...webTools(world),
    ...textTools(world),
    ...moreTools(world),
  ];
}
