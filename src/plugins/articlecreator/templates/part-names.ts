/** What forms are made of; the page of the task type says what each is. */
export const PART_NAMES = [
  "lead",
  "sections",
  "text",
  "numbered",
  "needs",
  "steps",
  "tips",
  "questions",
  "verdict",
  "for",
  "against",
  "facts",
  "compared",
  "things",
  "choice",
  "dated",
  "quotes",
  "businesses",
  "words",
] as const;
export type PartName = (typeof PART_NAMES)[number];
