export { brave } from "./brave.js";
export { type CustomEngineOptions, customEngine } from "./custom.js";
export type { Engine, EngineOptions, EnginePage, EngineQuery, FoundHit } from "./engine.js";
export { type SearchEnginesOptions, searchEngines } from "./engines.js";
export { searxng } from "./searxng.js";
export { serpApi } from "./serpapi.js";
export { serper } from "./serper.js";
export { wikipedia } from "./wikipedia.js";
