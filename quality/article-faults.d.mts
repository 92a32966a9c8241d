interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export const ARTICLE_FAULTS: readonly string[];
export function articleFaults(sections: readonly Section[]): Record<string, number>;
export function definesIn(lead: string, keyword: string): boolean;
export function copiedRuns(
  text: string,
  source: string,
  most: number,
): { readonly start: number; readonly length: number; readonly text: string }[];
export function fixedWords(text: string): boolean[];
