import { ScriptoriumError } from "../../kernel/index.js";
import { endReading } from "../_kit/web/run-web.js";
import type { Context } from "./options.js";
import type { RunState } from "./preparation.js";
import { keepRanks } from "./ranks.js";

/** Writes what is made at the end. Throws what keeps the engine from answering the rest. */
export async function finished(context: Context & { readonly state: RunState }): Promise<void> {
  const { providers, runId, state, signal, log, options } = context;
  await Promise.all([endReading(context), providers.browser?.forget?.(runId)]);
  if (signal.aborted) return;
  await state.order.finish(context);
  // What was held is stored now, and the files that are made of it can be read.
  await context.checkpoint("results", state.files.noted({}));
  await state.files.finish(context);
  const place = (keyword: string) => state.numbers.get(keyword) ?? 0;
  await keepRanks(new Map([...state.ranks].sort(([a], [b]) => place(a) - place(b))), context);
  const shut = state.search.shutBy();
  if (shut !== undefined) {
    await context.checkpoint("finished", {});
    throw state.count === 0
      ? shut
      : new ScriptoriumError(shut.code, `${shut.message} What was found until then is kept.`, shut.facts, {
          cause: shut,
        });
  }
  if (options.downloadPages) state.downloads.state.leftOut.note(log);
  if (state.count === 0 && state.answered > 0) {
    log.warn(
      "No result was found that fits. Check the keywords, the domains and what collect asks for.",
      "empty-result",
    );
  }
}
