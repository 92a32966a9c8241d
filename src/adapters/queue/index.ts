export { type InProcessQueueOptions, inProcessQueue } from "./in-process.js";
