import { loadedOnce } from "../values/loaded-once.js";

/** `commonOptions`, loaded with the first task, because of zod. */
export const commonFields = loadedOnce(async () => (await import("./common-options.js")).commonOptions);
