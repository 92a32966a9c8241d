import { ScriptoriumError } from "../../kernel/index.js";
import { endReading } from "../_kit/web/run-web.js";
import type { Context } from "./options.js";
import type { RunState } from "./preparation.js";

/** Puts out what is held and says what was left out. Throws what keeps the engines from answering the rest. */
export async function finished(context: Context & { readonly state: RunState }): Promise<void> {
  const { state, signal, log, options } = context;
  await endReading(context);
  if (signal.aborted) return;
  await state.order.finish(context);
  const { found, unlike, refused, search } = state;
  if (found.repeated > 0) {
    const repeated = found.repeated === 1 ? "1 address was" : `${found.repeated} addresses were`;
    const each = options.dedupe === "url" ? "address" : options.dedupe;
    log.info(`${repeated} left out, as dedupe "${options.dedupe}" lists each ${each} once, where it came first.`);
  }
  if (unlike > 0) log.info(`${unlike} of the addresses score below relevanceMin and are left out.`);
  const notChecked = (count: number) => `${count === 1 ? "1 address was" : `${count} addresses were`} not checked, as`;
  const rows = "Their rows say why in error.";
  if (refused.server > 0)
    log.warn(`${notChecked(refused.server)} this server may not fetch them. ${rows}`, "bad-input");
  if (refused.robots > 0) {
    log.warn(`${notChecked(refused.robots)} the robots.txt of their sites does not allow it. ${rows}`, "robots");
  }
  const shut = search?.shutBy();
  if (shut !== undefined) {
    // What was found is stored before the run fails.
    await context.checkpoint("finished", {});
    throw found.count === 0
      ? shut
      : new ScriptoriumError(shut.code, `${shut.message} What was found until then is kept.`, shut.facts, {
          cause: shut,
        });
  }
  if (found.count === 0 && state.answered > 0) {
    const advice = unlike > 0 ? "Lower relevanceMin." : "Check the queries, patterns and domains.";
    log.warn(`No address was found that fits. ${advice}`, "empty-result");
  }
}
