export { insertProblems } from "./checks.js";
export { type InsertContext, insertsInto } from "./inserts-into.js";
export { insertFields, junkFilterFields } from "./options.js";
export { checkHeadingWriter, wantsWrittenHeadings } from "./written-headings.js";
