export { insertProblems } from "./checks.js";
export { type InsertContext, insertsInto } from "./inserts-into.js";
export { type InsertOptions, insertFields } from "./options.js";
