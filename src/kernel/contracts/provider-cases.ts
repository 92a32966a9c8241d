import assert from "node:assert/strict";
import { ScriptoriumError } from "../errors.js";
import type { ImageLicence, ProviderName, Providers } from "../providers.js";

/** How the cases get at a provider, and what they may ask it for. */
export interface ProviderHarness<Name extends ProviderName> {
  /** A provider of its own for each case. */
  create(): Promise<Providers[Name]> | Providers[Name];
  /** What the provider can answer. */
  readonly sample: ProviderSamples[Name];
}

/** For each port something that a provider under test is able to do. */
export interface ProviderSamples {
  /** A page that is there, and a word in it. */
  readonly web: { readonly url: string; readonly contains: string };
  /** A page, and a PDF file where the provider reads such, each with a word that is in it. */
  readonly reader: {
    readonly html: string;
    readonly contains: string;
    readonly pdf?: { readonly bytes: Uint8Array; readonly contains: string };
  };
  /** A query with at least two hits. */
  readonly search: { readonly query: string };
  /** A page that is there, and a word that stands in it when it is rendered. */
  readonly browser: { readonly url: string; readonly contains: string };
  /** A video with captions, a word in them, and an id that belongs to no video. */
  readonly video: { readonly id: string; readonly contains: string; readonly unknown: string };
  /** A query that finds at least two places. */
  readonly maps: { readonly what: string; readonly where: string };
  /** Words that find at least two images under `licence`. */
  readonly images: { readonly words: string; readonly licence: ImageLicence };
  /** A blog that takes posts and images. */
  readonly publisher: { readonly blog: string };
  /** An account, an id of none, and an address that may be written to. */
  readonly mailer: { readonly account: string; readonly unknown: string; readonly to: string };
  /** A folder with a text file in it, and a folder that may not be read. */
  readonly folder: {
    readonly folder: string;
    readonly path: string;
    readonly contains: string;
    readonly refused: string;
  };
  readonly output: Readonly<Record<string, never>>;
  readonly spinner: { readonly text: string };
  /** A text, its language, and optionally another language to write it in. */
  readonly paraphraser: { readonly text: string; readonly sourceLanguage: string; readonly finalLanguage?: string };
  readonly aboutMe: { readonly keyword: string };
  /** A login that is entitled. */
  readonly licence: { readonly login: string };
  /** A text and a pair of languages that the provider translates, and a pair that it does not. */
  readonly translator: {
    readonly text: string;
    readonly from: string;
    readonly to: string;
    readonly unknown: { readonly from: string; readonly to: string };
  };
  readonly writer: { readonly instructions: string; readonly text: string };
  /** Ids of a template and of a voice, and one of neither. */
  readonly prompts: { readonly template: string; readonly voice: string; readonly unknown: string };
  /** An address that answers with this status. */
  readonly messenger: { readonly url: string; readonly status: number };
  readonly machine: Readonly<Record<string, never>>;
}

/** One promise of a port. It throws when the provider does not keep it. */
export interface ProviderCase<Name extends ProviderName> {
  readonly name: string;
  run(harness: ProviderHarness<Name>): Promise<void>;
}

/** A case that needs one provider and what it is able to do. */
export function promises<Name extends ProviderName>(
  name: string,
  check: (provider: Providers[Name], sample: ProviderSamples[Name]) => Promise<void>,
): ProviderCase<Name> {
  return { name, run: async ({ create, sample }) => check(await create(), sample) };
}

/** A signal for calls that nobody aborts. */
export const calm = (): AbortSignal => new AbortController().signal;

/** The case that every port with a signal has: a call whose signal is aborted rejects with the signal's reason. */
export function refusesAborted<Name extends ProviderName>(
  call: (provider: Providers[Name], sample: ProviderSamples[Name], signal: AbortSignal) => Promise<unknown>,
): ProviderCase<Name> {
  return promises("a call with an aborted signal rejects with the reason of the signal", async (provider, sample) => {
    const reason = new Error("no longer wanted");
    await assert.rejects(call(provider, sample, AbortSignal.abort(reason)), (error) => error === reason);
  });
}

/** Rejects unless the call fails with this code. */
export async function failsWith(code: string, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => ScriptoriumError.is(error) && error.code === code);
}

/** Whether it is a text with notes in sentences, as the text ports give. */
export function assertTextResult({ text, notes }: { readonly text: unknown; readonly notes: unknown }): void {
  assert.ok(typeof text === "string" && text.length > 0, "The text is missing.");
  assert.ok(Array.isArray(notes) && notes.every((note) => typeof note === "string"), "Notes are a list of sentences.");
}
