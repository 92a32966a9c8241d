import type { z } from "zod";
import type { JsonObject } from "../../kernel/index.js";

/** What an account of a kind needs, for those who make accounts for people. The kernel knows nothing of it. */
export interface AccountKind {
  readonly kind: "blog" | "mail";
  /** As messages name it. */
  readonly title: string;
  /** Each field with a default; what it does not know is kept. */
  readonly settings: z.ZodObject;
  /** What is usual for settings that were left out and depend on others. */
  usual?(settings: JsonObject): JsonObject;
  /** Names of its secrets, the one that logs in first. */
  readonly secrets: readonly [string, ...string[]];
  /** What each of them is. */
  readonly secretMeanings: Readonly<Record<string, string>>;
  /** What cannot be used, in sentences. `secrets` are those that there will be; one that is kept and not known is an empty text. */
  problems(settings: JsonObject, secrets: ReadonlyMap<string, string>): readonly string[];
  /** What is missing though it can be stored. */
  notes(settings: JsonObject, secrets: ReadonlyMap<string, string>): readonly string[];
  /** The server that gets the secrets; empty when there is none. */
  place(settings: JsonObject): string;
  /** A name for an account that was given none. */
  usualName(settings: JsonObject): string;
}

/** A setting that is a text; the schemas see to it that it is. */
export function textOf(settings: JsonObject, name: string): string {
  const value = settings[name];
  return typeof value === "string" ? value : "";
}
