export type { AccountTests, Assembly, Checkup, LocalApi, McpReply, ServerParts } from "./command.js";
export { askedQueue } from "./connection/asked-queue.js";
export { consoleLogger, logRuns } from "./console-logger.js";
export { lockFolder, makeFolder } from "./folder-lock.js";
export { listedSettings } from "./listed-settings.js";
export { copyMade } from "./older-copies.js";
export type { Settings } from "./settings.js";
export { placeIn, placeOf } from "./store-place.js";
