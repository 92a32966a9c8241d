export { createWeb, type WebOptions } from "./web.js";
