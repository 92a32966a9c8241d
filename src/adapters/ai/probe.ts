import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import type { ModelLibrary } from "./library.js";
import type { ModelService } from "./service.js";

export interface Probed {
  readonly library: ModelLibrary;
  readonly key: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks the service which models it has, and says whether the one of the settings is among them. */
export async function probeModels(
  service: ModelService,
  { library, key, model, headers }: Probed,
  signal: AbortSignal,
): Promise<string> {
  const { path, ids } = library.list;
  const url = `${service.address}/${path}`;
  let known: readonly string[] | undefined;
  try {
    const response = await service.fetch(url, { headers: { ...headers, ...library.list.headers(key) }, signal });
    known = ids(JSON.parse(await response.text()));
  } catch (error) {
    signal.throwIfAborted();
    const isSilent = error instanceof SyntaxError || (ScriptoriumError.is(error) && error.facts["status"] === 404);
    if (!isSilent) throw ScriptoriumError.is(error) ? error : service.failure(error);
  }
  if (known === undefined) return `${service.title} answers; it does not say which models it has.`;
  if (known.includes(model) || known.includes(`${model}:latest`))
    return `${service.title} answers; it has the model ${shown(model)}.`;
  throw new ScriptoriumError(
    "WRITER_FAILED",
    `${service.title} answers, but lists no model "${shown(model)}". Set "model" to one that it has${someOf(known)}.`,
    service.facts,
  );
}

function someOf(known: readonly string[]): string {
  return known.length === 0
    ? ""
    : `, such as ${known
        .slice(0, 3)
        .map((one) => shown(one))
        .join(", ")}`;
}
