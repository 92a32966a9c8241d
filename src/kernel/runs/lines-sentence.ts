/** How the lines of a run ended, in a sentence. */
export function linesSentence(lines: number, { ok, failed }: { readonly ok: number; readonly failed: number }): string {
  if (lines === 1 && ok + failed === 1) return ok === 1 ? "The line is done." : "The line failed.";
  return `${ok} of ${lines} lines are done${failed === 0 ? "" : `, ${failed} failed`}.`;
}
