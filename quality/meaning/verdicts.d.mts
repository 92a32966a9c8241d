import type { Pair } from "./offers.mjs";
import type { PlacedSentence } from "./places.mjs";

interface NamedText {
  name: string;
  sentences: PlacedSentence[];
}
export function readVerdicts(texts: NamedText[], from?: URL): Map<string, Map<string, string>>;
export function keepVerdicts(content: string, file: string, texts: NamedText[], into?: URL): number;
export function unjudgedLines(text: NamedText, pairs: Iterable<Pair>): string;
