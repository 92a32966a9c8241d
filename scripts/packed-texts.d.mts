import type { Plugin } from "esbuild";

/** Whether the build takes the table of that path into the code compressed. */
export function isPackedText(file: string): boolean;

/** What the code holds of such a table: brotli in base64. */
export function packedText(text: string): string;

/** For esbuild. */
export const packedTexts: Plugin;
