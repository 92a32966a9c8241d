export { createFolders, type FoldersOptions } from "./folder.js";
export { createOutputFolder } from "./output.js";
