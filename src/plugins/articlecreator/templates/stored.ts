import { z } from "zod";
import { PART_NAMES } from "./part-names.js";

/** A form of the user's own: parts in their order. */
const storedTemplate = z.object({
  name: z.string().trim().min(1).max(100),
  /** Of `{keyword}`, `{title}` and `{count}`; empty for the title that the article finds. */
  title: z.string().max(300).default(""),
  parts: z
    .array(
      z.object({
        part: z.enum(PART_NAMES),
        /** Above the part, where it has anything; of `{keyword}` and `{title}`. */
        heading: z.string().max(300).default(""),
        /** Of the part `words`: what it says, of `{keyword}` and `{title}`. */
        text: z.string().max(10_000).default(""),
      }),
    )
    .min(1)
    .max(50),
});

export type StoredTemplate = z.output<typeof storedTemplate>;

export const storedTemplates = z
  .array(storedTemplate)
  .max(100)
  .default([])
  .describe(
    `Forms of your own: \`{name, title, parts: [{part, heading, text}]}\`, with parts of ${PART_NAMES.map((name) => `\`${name}\``).join(", ")}.`,
  );
