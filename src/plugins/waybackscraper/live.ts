import { addressKey } from "../../engines/pages/archive/archive-addresses.js";
import { ScriptoriumError } from "../../kernel/index.js";
import type { RunWeb } from "../_kit/web/run-web.js";

export type Live = "yes" | "moved" | "no" | "unknown";

const NOBODY_THERE: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

/** Whether a page is still where it was. Throws only what an abort throws. */
export async function isStillThere(address: string, web: RunWeb, signal: AbortSignal): Promise<Live> {
  try {
    const { status, url, refusal } = await web.fetch(address, { as: "bytes", statuses: "any" });
    if (status === 404 || status === 410) return "no";
    if (status < 200 || status > 299 || refusal !== undefined) return "unknown";
    return addressKey(url) === addressKey(address) ? "yes" : "moved";
  } catch (error) {
    if (signal.aborted || !ScriptoriumError.is(error)) throw error;
    if (error.code === "FETCH_TOO_LARGE") return "yes";
    return error.code === "FETCH_FAILED" && NOBODY_THERE.has(error.facts["errno"]) ? "no" : "unknown";
  }
}
