/** Resolves when all of it has ended, or when the time is over. */
export async function endedWithin(graceMs: number, work: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([Promise.allSettled(work), grace]);
  clearTimeout(timer);
}
