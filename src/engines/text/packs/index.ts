export { openPacks, type Packs } from "./packs.js";
