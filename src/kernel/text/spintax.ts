/**
 * The spintax language: `{a|b|c}` is a choice, everything else is text. `docs/spintax.md` has the grammar.
 *
 * The specification leaves the finer points open. Here a group has a bar of its own, so that placeholders such as `{name}`
 * and `{{name}}` are text; a backslash before `{`, `|`, `}` or `\` makes that character text; and what does not pair up
 * is text too, for a mistake in an article must not cost a run.
 */
export { escapeSpintax, unescapeSpintax } from "./spintax/escape.js";
export { lintSpintax, type SpintaxProblem } from "./spintax/lint.js";
export { groupEnd, MARK_SIZE, optionsOf } from "./spintax/marks.js";
export { countVariants, firstVariant, parseSpintax, renderSpintax, type Spintax } from "./spintax/program.js";
export { sampleVariants } from "./spintax/sample.js";
export { type SpintaxSegment, splitSpintax } from "./spintax/segments.js";
