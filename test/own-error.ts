import { expect } from "vitest";
import { ScriptoriumError } from "../src/kernel/index.js";

/** The error of ours with which a promise rejects; anything else fails the test. */
export async function ownError(promise: Promise<unknown>): Promise<ScriptoriumError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return ScriptoriumError.is(error) ? error : expect.fail("no error of ours was thrown");
}
