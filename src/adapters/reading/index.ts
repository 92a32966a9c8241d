export { createReader, type Reading } from "./read-page.js";
