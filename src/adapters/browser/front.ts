import type { BrowserContext } from "playwright-core";

const LAST = new WeakMap<BrowserContext, Promise<unknown>>();

/**
 * Does one after the other what decides which page of a context is in front: Chromium takes pictures of pages behind it late
 * or never, and a page that opens is in front.
 */
export function inFront<T>(context: BrowserContext, action: () => Promise<T>): Promise<T> {
  const done = (LAST.get(context) ?? Promise.resolve()).then(action, action);
  LAST.set(
    context,
    done.catch(() => {}),
  );
  return done;
}
