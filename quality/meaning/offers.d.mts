import type { Random } from "../../src/kernel/values/random.js";
import type { PlacedSentence } from "./places.mjs";

export interface Pair {
  place: string;
  word: string;
  alternative: string;
  whole: boolean;
  shown: string;
  start: number;
  end: number;
}
export interface Choice {
  sentence: number;
  whole: boolean;
  options: { pair?: Pair; choices: Choice[] }[];
}
export function choicesOf(
  text: { text: string; sentences: PlacedSentence[] },
  spintax: string,
  own?: "first" | "last",
): Choice[];
export function pairsOf(choices: Choice[]): Pair[];
export function placesIn(choices: Choice[]): number;
export function drawn(choices: Choice[], random: Random): { sentence: number; pair: Pair }[];
