export function contentLabels(texts: readonly string[], content: string): number[];
