export { createParaphraser } from "./paraphraser.js";
