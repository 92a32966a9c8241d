export { type CannedWeb, cannedFolder, cannedSearch, cannedWeb, never } from "./canned-world.js";
export { type TestClock, testClock } from "./test-clock.js";
