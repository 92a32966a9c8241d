export function namesOf(text: string): Set<string>;
export function differingFacts(before: string, after: string, options?: { quotations?: boolean }): string[];
export function occurrences(text: string, phrase: string, exact?: boolean): number;
export function articleBreaks(text: string): string[];
export function vulgarWords(text: string, source: string): string[];
