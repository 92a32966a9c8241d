/** Whether this machine has room for one more run besides this many. */
export type ReadyGuard = (running: number) => boolean | Promise<boolean>;

/** A guard that fails holds nothing back. */
export async function allows(ready: ReadyGuard, running: number): Promise<boolean> {
  try {
    return await ready(running);
  } catch {
    return true;
  }
}
