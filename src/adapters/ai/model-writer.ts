import { randomBytes } from "node:crypto";
import { answerCleaner, cleaned } from "../../engines/writing/cleaned.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { Clock } from "../../kernel/index.js";
import type { WriteRequest, WriterAnswer, WriterProvider, WriterUsage } from "../../kernel/providers.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";
import { createPlaces } from "../network/places.js";
import { type AnswerSchema, answerSchema } from "./answer-schema.js";
import type { Model, ModelCall, ModelLibrary, ModelUsage } from "./library.js";
import { probeModels } from "./probe.js";
import { promptOf } from "./prompt.js";
import { retrying } from "./retrying.js";
import { modelService } from "./service.js";

export interface ModelWriterOptions {
  /** As tasks call it. */
  readonly name: string;
  /** As messages name it. */
  readonly title: string;
  readonly library: ModelLibrary;
  /** Empty for none. */
  readonly key: string;
  /** The one that is asked where a request names none. */
  readonly model: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of silence. */
  readonly timeoutMs: number;
  /** Together, for a service that asks for fewer requests. */
  readonly maxWaitMs: number;
  /** Requests in flight at once. */
  readonly concurrency: number;
  readonly clock: Clock;
  /** Of the marks around sources: nobody may know it before. @default random */
  readonly token?: () => string;
}

export interface ModelWriter extends Required<Pick<WriterProvider, "write" | "answer">> {
  /** Asks which models there are, which costs nothing. */
  probe(signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** What came of one request. */
interface Said {
  readonly text: string;
  readonly usage: WriterUsage;
  readonly cut: boolean;
}

/** A language model of a service. Throws CONFIG_INVALID for an address that cannot be used. */
export function modelWriter(options: ModelWriterOptions): ModelWriter {
  const { library, name, clock, token = () => randomBytes(8).toString("hex") } = options;
  const service = modelService({ ...options, address: library.address });
  const { fetch } = service;
  const models = loadedOnce(() => library.models({ key: options.key, headers: options.headers, fetch }));
  const patiently = retrying({
    clock,
    maxWaitMs: options.maxWaitMs,
    inPlace: createPlaces(options.concurrency),
  });
  // What a model refused to be told is not told again.
  const refused = new Set<string>();
  // The greatest length of an answer, where a model has said it.
  const longest = new Map<string, number>();

  async function answer(request: WriteRequest): Promise<WriterAnswer> {
    request.signal.throwIfAborted();
    const { model = options.model, schema } = request;
    const done = (text: string, usage: WriterUsage, cut: boolean): WriterAnswer => ({
      ...{ text, provider: name, model, usage, cached: false, cut },
    });
    if (schema === undefined) {
      const { text, usage, cut } = await asked(request, model, "");
      return done(text, usage, cut);
    }
    const { json, usage } = await askedForJson(request, model, answerSchema(schema));
    request.onText?.(json);
    return done(json, usage, false);
  }

  async function askedForJson(request: WriteRequest, model: string, schema: AnswerSchema) {
    const { onText: _, ...silent } = request;
    let wrong = "";
    let usage: WriterUsage = { input: 0, output: 0 };
    for (let time = 0; time < 2; time += 1) {
      const said = await asked({ ...silent, keepReasoning: false }, model, wrong);
      usage = { input: usage.input + said.usage.input, output: usage.output + said.usage.output };
      const read = schema.read(said.text);
      if ("json" in read) return { json: read.json, usage };
      wrong = said.cut ? "It was cut off before its end; make it shorter." : read.wrong;
    }
    throw failed(`was asked twice, and gave no JSON that fits. ${wrong} Try another model, or a simpler request.`, {
      model,
      usage,
    });
  }

  async function asked(request: WriteRequest, model: string, wrong: string): Promise<Said> {
    const make = (await models())(model);
    let shown = false;
    const show = request.onText;
    const onText =
      show === undefined
        ? undefined
        : (piece: string) => {
            shown = true;
            show(piece);
          };
    const prompt = promptOf(request, token(), wrong);
    return await patiently(
      async () => {
        for (;;) {
          const maxTokens = Math.min(
            request.maxTokens || Number.POSITIVE_INFINITY,
            longest.get(model) ?? Number.POSITIVE_INFINITY,
          );
          const call = callOf({ ...request, maxTokens }, prompt, (what) => refused.has(`${model}\n${what}`));
          try {
            return await once(make, call, request, onText);
          } catch (error) {
            const most = longestAnswer(error, call);
            if (most !== undefined) {
              longest.set(model, most);
              continue;
            }
            const what = refusedMember(error, call);
            if (what === undefined) throw error;
            refused.add(`${model}\n${what}`);
          }
        }
      },
      { signal: request.signal, mayRepeat: () => !shown },
    );
  }

  async function once(
    model: Model,
    call: ModelCall,
    { signal, keepReasoning = false }: WriteRequest,
    onText: ((piece: string) => void) | undefined,
  ): Promise<Said> {
    let raw: RawAnswer;
    try {
      raw = onText === undefined ? await whole(model, call) : await streamed(model, call, keepReasoning, onText);
    } catch (error) {
      signal.throwIfAborted();
      throw ours(error) ?? service.failure(causeOf(error));
    }
    const { thought, finish, usage } = raw;
    if (finish === "content-filter") {
      throw failed("withheld its answer because of what it is about. Change the request, or use another model.", {
        usage,
      });
    }
    const text = keepReasoning
      ? [...(thought === "" ? [] : [`<think>\n${thought}\n</think>`]), raw.text].join("\n\n")
      : cleaned(raw.text);
    const cut = finish === "length";
    if (text.trim() === "") {
      const why = cut
        ? "thought until its greatest length was reached, and wrote nothing. Allow it a longer one"
        : "wrote nothing. Try again";
      throw failed(`${why}, or use another model.`, { usage, ...(cut ? {} : { passing: true }) });
    }
    return { text, usage, cut };
  }

  const failed = (says: string, facts: object) =>
    new ScriptoriumError("WRITER_FAILED", `${service.title} ${says}`, { ...service.facts, ...facts });

  return {
    answer,
    write: async (request) => (await answer(request)).text,
    probe: (signal) => probeModels(service, options, signal),
    close: () => service.close(),
  };
}

interface RawAnswer {
  readonly text: string;
  /** From a field of its own. */
  readonly thought: string;
  readonly finish: string;
  readonly usage: WriterUsage;
}

async function whole(model: Model, call: ModelCall): Promise<RawAnswer> {
  const { content, finishReason, usage } = await model.doGenerate(call);
  const joined = (type: "text" | "reasoning") =>
    content.map((part) => (part.type === type && "text" in part ? part.text : "")).join("");
  return {
    text: joined("text"),
    thought: joined("reasoning"),
    finish: finishReason.unified,
    usage: tokensOf(usage),
  };
}

async function streamed(
  model: Model,
  call: ModelCall,
  keepReasoning: boolean,
  onText: (piece: string) => void,
): Promise<RawAnswer> {
  const { stream } = await model.doStream(call);
  const cleaner = answerCleaner();
  let text = "";
  let thought = "";
  let finish = "interrupted";
  let usage: WriterUsage = { input: 0, output: 0 };
  const show = (piece: string) => {
    if (piece !== "") onText(piece);
  };
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "reasoning-delta") thought += part.delta;
    else if (part.type === "text-delta") {
      text += part.delta;
      show(keepReasoning ? part.delta : cleaner.push(part.delta));
    } else if (part.type === "finish") {
      finish = part.finishReason.unified;
      usage = tokensOf(part.usage);
    }
  }
  // The connection was closed in the middle, in good order.
  if (finish === "interrupted") throw Object.assign(new Error("cut"), { code: "ECONNRESET" });
  if (!keepReasoning) show(cleaner.end());
  return { text, thought, finish, usage };
}

function tokensOf({ inputTokens, outputTokens }: ModelUsage): WriterUsage {
  return { input: inputTokens.total ?? 0, output: outputTokens.total ?? 0 };
}

function callOf(request: WriteRequest, prompt: ModelCall["prompt"], isRefused: (what: Member) => boolean): ModelCall {
  const { temperature, seed, maxTokens, schema, signal } = request;
  const json = isRefused("responseFormat") ? undefined : schema;
  return {
    prompt,
    abortSignal: signal,
    ...(temperature === undefined || isRefused("temperature") ? {} : { temperature }),
    ...(seed === undefined || isRefused("seed") ? {} : { seed }),
    ...(maxTokens === undefined || !Number.isFinite(maxTokens) ? {} : { maxOutputTokens: maxTokens }),
    ...(json === undefined ? {} : { responseFormat: { type: "json", schema: json, name: "answer" } }),
  };
}

type Member = "temperature" | "seed" | "responseFormat";
const REFUSED: readonly (readonly [Member, RegExp])[] = [
  [
    "responseFormat",
    /response_?format|json_?schema|response_?schema|output_(?:format|config)|structured|json mode|grammar/i,
  ],
  ["temperature", /temperature/i],
  ["seed", /\bseed\b/i],
];

/** What of a request the service does not take, by its own words, where the request can do without. */
function refusedMember(error: unknown, call: ModelCall): Member | undefined {
  const says = ScriptoriumError.is(error) ? error.facts["refused"] : undefined;
  if (typeof says !== "string") return undefined;
  return REFUSED.find(([member, words]) => call[member] !== undefined && words.test(says))?.[0];
}

/** The greatest length of an answer that a refusal of a greater one names. */
function longestAnswer(error: unknown, { maxOutputTokens = 0 }: ModelCall): number | undefined {
  const says = ScriptoriumError.is(error) ? error.facts["refused"] : undefined;
  if (typeof says !== "string" || !/max_?(?:completion_|output_?)?tokens/i.test(says)) return undefined;
  const named = (says.match(/\d+/g) ?? []).map(Number).filter((one) => one >= 256 && one < maxOutputTokens);
  return named.length === 0 ? undefined : Math.max(...named);
}

/** An error of ours, which the libraries may have wrapped. */
function ours(error: unknown): ScriptoriumError | undefined {
  for (let one = error, depth = 0; depth < 5 && one instanceof Error; one = one.cause, depth += 1) {
    if (ScriptoriumError.is(one)) return one;
  }
  return undefined;
}

/** The error of the connection below what the libraries made of it. */
function causeOf(error: unknown): unknown {
  for (let one = error, depth = 0; depth < 5 && one instanceof Error; one = one.cause, depth += 1) {
    if ("code" in one) return one;
  }
  return error;
}
