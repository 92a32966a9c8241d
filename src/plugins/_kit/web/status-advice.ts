/** What to do about an address that answered with a status of failure. */
export function statusAdvice(status: number): string {
  if (status === 404 || status === 410) return "Check the address.";
  if (status === 401) return "Give them in the address, before its host (name:password@), or leave the page out.";
  if (status === 403) return "Give the cookies of a visitor who may read it, or leave the page out.";
  return "Raise maxRetries, or work the failed lines again later with POST /task/retry/:id.";
}
