export type { AccountTests, Assembly, Checkup, McpReply, ServerParts } from "./command.js";
export { consoleLogger, logRuns } from "./console-logger.js";
export { makeFolder } from "./folder-lock.js";
export { main } from "./main.js";
export { copyMade } from "./older-copies.js";
export type { Settings } from "./settings.js";
export { placeIn, placeOf } from "./store-place.js";
