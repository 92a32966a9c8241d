export interface Shares {
  readonly precision: number | undefined;
  readonly recall: number | undefined;
}
export function shingleShares(found: string, wanted: string): Shares;
export function shingleF1(shares: readonly Shares[]): number;
