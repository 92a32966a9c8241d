export { type IsolatedOptions, isolated } from "./isolated.js";
export { type PluginFileOptions, pluginFile } from "./plugin-file.js";
