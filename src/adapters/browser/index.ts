export { type Browser, createBrowser } from "./browser.js";
export type { BrowserOptions } from "./browser-options.js";
export { browserKinds } from "./kinds.js";
