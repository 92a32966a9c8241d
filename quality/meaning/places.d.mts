export interface PlacedSentence {
  number: number;
  start: number;
  text: string;
}
export function placedSentences(text: string): PlacedSentence[];
