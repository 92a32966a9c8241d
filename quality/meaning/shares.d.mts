interface Shares {
  pairs: number;
  judged: number;
  fine: number;
  stiff: number;
  wrong: number;
  grammar: number;
  bad: number;
}
export function sharesOf(pairs: { verdict: string | undefined }[]): Shares;
export function badSentences(
  variants: { sentences: number; taken: { sentence: number; verdict: string | undefined }[] }[],
): { share: number; judged: number };
