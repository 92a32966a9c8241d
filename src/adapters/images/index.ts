export { combineImages } from "./combine.js";
export type { ImageEngine, ImageEngineOptions, ImagesAsked } from "./engine.js";
export { type ImageEnginesOptions, imageEngines } from "./engines.js";
export { imageKinds } from "./kinds.js";
export { openverse } from "./openverse.js";
export { pexels } from "./pexels.js";
export { pixabay } from "./pixabay.js";
export { unsplash } from "./unsplash.js";
export { wikimedia } from "./wikimedia.js";
