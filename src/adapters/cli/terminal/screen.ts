/** Where a command writes, and what it can show there. */
export interface Screen {
  /** Cells of a line; unlimited where the output is no terminal. */
  readonly columns: number;
  readonly colours: boolean;
}

const LEAST_COLUMNS = 20;

/** The screen of a stream: colours on a terminal alone, and not where NO_COLOR or a dumb terminal asks for none. */
export function screenOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  environment: NodeJS.ProcessEnv = process.env,
): Screen {
  if (stream.isTTY !== true) return { columns: Number.POSITIVE_INFINITY, colours: false };
  const colours = (environment["NO_COLOR"] ?? "") === "" && environment["TERM"] !== "dumb";
  return { columns: Math.max(LEAST_COLUMNS, stream.columns ?? 80), colours };
}

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;
export type Colour = keyof typeof CODES;

export function coloured(text: string, colour: Colour | undefined, { colours }: Screen): string {
  if (!colours || colour === undefined || text === "") return text;
  const [on, off] = CODES[colour];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Green for what went well, red for what did not, and so on. */
export function colourOfStatus(status: string): Colour | undefined {
  if (status === "complete") return "green";
  if (status === "failed") return "red";
  if (status === "running") return "cyan";
  return status === "aborted" || status === "aborting..." ? "yellow" : undefined;
}
