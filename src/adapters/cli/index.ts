export { consoleLogger } from "./console-logger.js";
export { makeFolder } from "./folder-lock.js";
export { main } from "./main.js";
export type { Assembly, ServerParts } from "./serve.js";
export type { Settings } from "./settings.js";
