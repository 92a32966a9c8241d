export { combineWriters, type NamedWriter } from "./combine.js";
export { writerKinds } from "./kinds.js";
export { templateWriter } from "./template.js";
