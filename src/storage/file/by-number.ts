/** In creation order, for lists of things that come back when a change is taken back. */
export function byNumber(one: { readonly number: number }, other: { readonly number: number }): number {
  return one.number - other.number;
}
