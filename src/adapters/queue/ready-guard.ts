/** Whether this machine has room for one more run besides this many. */
export type ReadyGuard = (underWay: number) => boolean | Promise<boolean>;

/** A guard that fails holds nothing back. */
export async function allows(ready: ReadyGuard, underWay: number): Promise<boolean> {
  try {
    return await ready(underWay);
  } catch {
    return true;
  }
}
