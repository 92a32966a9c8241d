import { createHash } from "node:crypto";
import type { z } from "zod";
import type { JsonObject, WriteRequest, WriterSource } from "../../kernel/index.js";
import type { WritingHead, WritingTask } from "../../kernel/values/writing-head.js";
import { ANSWERS, answerSchema, asking } from "../_kit/writing/asking.js";
import { type BudgetedWriter, budgetedWriter } from "../_kit/writing/budgeted-writer.js";
import type { UsageRow } from "../_kit/writing/usage.js";
import type { Job } from "./jobs.js";
import type { Stage } from "./options.js";
import { type RunContext, USAGE } from "./preparation.js";

export interface StageRequest {
  readonly head: Omit<WritingHead, "task" | "subject">;
  readonly says: readonly string[];
  readonly text: string;
  readonly sources?: readonly WriterSource[];
  readonly maxWords?: number;
  /** What the call is noted as. @default the stage */
  readonly step?: string;
}

interface Answer {
  readonly text: string;
  readonly cut: boolean;
}

/** The writer of one article: asks for a stage once a run, and keeps the answer and what it took. */
export class StageWriter {
  private readonly writer: BudgetedWriter;
  private readonly own: UsageRow[] = [];

  constructor(
    private readonly job: Job,
    private readonly context: RunContext,
  ) {
    const { state, options } = context;
    const { ledger } = state;
    const earlier = ledger.rows.filter((row) => row.for === job.line);
    this.own.push(...earlier);
    const spent = earlier.reduce((sum, row) => sum + row.tokensIn + row.tokensOut, 0);
    this.writer = budgetedWriter(
      state.writer,
      options,
      { ...ledger, rows: ledger.rows, add: (row) => this.add(row) },
      spent,
    );
  }

  /** What the calls for this article took. */
  get usage(): readonly UsageRow[] {
    return this.own;
  }

  /** The answer in words. */
  async words(stage: Stage, request: StageRequest): Promise<Answer> {
    return await this.answer(stage, request, undefined);
  }

  /** The answer as what the schema of the task has, with `more` members. */
  async json<Task extends WritingTask & Stage>(
    stage: Task,
    request: StageRequest,
    more: JsonObject = {},
  ): Promise<z.output<(typeof ANSWERS)[Task]> & Readonly<Record<string, unknown>>> {
    const schema = answerSchema(stage);
    const properties = { ...(schema["properties"] as JsonObject), ...more };
    const { text } = await this.answer(stage, request, { ...schema, properties });
    const value: unknown = JSON.parse(text);
    // The members that the schema has besides are for the caller to look at.
    return { ...(value as object), ...(ANSWERS[stage].parse(value) as object) } as never;
  }

  private async answer(stage: Stage, request: StageRequest, schema: JsonObject | undefined): Promise<Answer> {
    const { context, job } = this;
    const { signal, progress } = context;
    const { step = stage } = request;
    const asked = this.request(stage, request, schema);
    const { sources: _, signal: _signal, ...same } = asked;
    const key = `${step} ${createHash("sha256")
      .update(JSON.stringify([job.line, same]))
      .digest("hex")
      .slice(0, 24)}`;
    progress({ phase: step });
    const rows = this.own.length;
    const act = async (): Promise<JsonObject> => {
      try {
        const { text, cut } = await this.writer.answer({ ...asked, for: job.line, step, signal });
        return { text, cut, rows: this.own.slice(rows).map(stored) };
      } catch (error) {
        await this.note(`${key} failed ${rows}`, this.own.slice(rows));
        throw error;
      }
    };
    const { result, earlier } = await context.effect(key, act, { onUncertain: "retry" });
    const paid = (result?.["rows"] ?? []) as unknown as UsageRow[];
    if (earlier && !context.state.counted.has(key)) for (const row of paid) this.add(row);
    if (!context.state.counted.has(key)) await this.note(key, paid);
    return { text: String(result?.["text"] ?? ""), cut: result?.["cut"] === true };
  }

  private request(stage: Stage, request: StageRequest, schema: JsonObject | undefined): WriteRequest {
    const { options, signal } = this.context;
    const own = options.stageSettings[stage];
    const provider = own?.writerProvider.trim() || options.writerProvider.trim();
    // A model of the usual writer is none of another.
    const model = own?.writerModel.trim() || (own?.writerProvider.trim() ? "" : options.writerModel.trim());
    const { head, says, text, sources = [], maxWords } = request;
    return {
      instructions: asking({ task: stage, subject: this.job.subject, ...head }, ...says),
      text,
      signal,
      temperature: options.temperature,
      keepReasoning: !options.stripReasoning,
      ...(sources.length === 0 ? {} : { sources: sources.map(({ title, url, text }) => ({ title, url, text })) }),
      ...(provider === "" ? {} : { provider }),
      ...(model === "" ? {} : { model }),
      ...(options.maxTokens === 0 ? {} : { maxTokens: options.maxTokens }),
      ...(maxWords === undefined ? {} : { maxWords }),
      ...(schema === undefined ? {} : { schema }),
    };
  }

  private add(row: UsageRow): void {
    this.own.push(row);
    this.context.state.ledger.add(row);
  }

  /** Keeps what a call took, for a run that is interrupted and goes on. */
  private async note(key: string, rows: readonly UsageRow[]): Promise<void> {
    if (rows.length === 0) return;
    this.context.state.counted.add(key);
    const cost = rows.reduce((sum, row) => sum + (row.cost ?? 0), 0);
    this.context.progress({ tokens: rows.reduce((sum, row) => sum + row.tokensIn + row.tokensOut, 0), cost });
    await this.context.checkpoint(`${USAGE}${key}`, { rows: rows.map(stored) });
  }
}

function stored(row: UsageRow): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as JsonObject;
}
