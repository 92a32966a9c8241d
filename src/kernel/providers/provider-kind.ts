import type { z } from "zod";
import type { ProviderName, Providers, ReaderProvider, WebProvider } from "../providers.js";
import type { Clock } from "../values/clock.js";
import type { Logger } from "../values/logger.js";
import type { SearchEngine } from "./search.js";
import type { StoredWork } from "./stored-work.js";

/** A provider as settings make it. */
export interface OpenedProvider<Port extends ProviderName = ProviderName> {
  readonly provider: Providers[Port];
  /**
   * Asks the service something that costs nothing, or as little as can be, and resolves with what it answered in one
   * sentence: `SearXNG answers; 10 hits for "test".` Rejects with what a task would be told. Absent where nothing can be
   * asked without a task.
   */
  readonly probe?: (signal: AbortSignal) => Promise<string>;
  readonly close?: () => Promise<void>;
}

/** What the settings say of one provider. */
export interface ProviderSetting<Options> {
  /** Its name among those of its port; the kind when the settings give none. */
  readonly name: string;
  /** Empty when the settings give none. */
  readonly address: string;
  /** The key, from where the settings say it is; empty when there is none. Throws SECRET_UNREADABLE, ACCOUNT_NOT_FOUND. */
  key(): Promise<string>;
  readonly options: Options;
}

/** What a provider may use of the server. */
export interface ProviderWorld {
  /** The guarded fetch, for addresses that come from outside. */
  readonly web: WebProvider;
  /** Takes the content out of pages and files. */
  readonly reader: ReaderProvider;
  /** What runs have stored. */
  readonly stored: StoredWork;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How requests of this server introduce themselves. */
  readonly userAgent: string;
  /** Where this server is reached on its machine, once it listens; absent where it is not known, as in an application of others. */
  serverAddress?(): string | undefined;
  /** A folder of the port's own for what outlives the process; absent where the server keeps nothing. */
  readonly folder?: string;
}

/** What can be said of a provider before it is opened, by its port. */
export interface ProviderFacts {
  readonly search: Omit<SearchEngine, "name" | "title">;
  readonly maps: { readonly knowsRatings: boolean };
  /** As `ImagesProvider.engines` tells it. */
  readonly images: { readonly kind: string };
}

/**
 * A kind of provider that the settings of the server can name: one row of `docs/providers.md`. It is opened when a task first
 * needs it, unless it says otherwise.
 */
export interface ProviderKind<Port extends ProviderName = ProviderName, Schema extends z.ZodObject = z.ZodObject> {
  readonly port: Port;
  /** As settings name it: `searxng`. */
  readonly kind: string;
  /** As messages name it: `SearXNG`. */
  readonly title: string;
  readonly key: "none" | "optional" | "required";
  /** Whether the settings must give the address of a server; with `optional` there is a usual one. */
  readonly address: "none" | "optional" | "required";
  /** The options besides name, address and key, each with a default. */
  readonly options: Schema;
  readonly facts?: Port extends keyof ProviderFacts ? ProviderFacts[Port] : never;
  /** It is opened when the server starts, because it has work of its own between the calls of tasks. @default false */
  readonly opensAtStart?: boolean;
  open(
    setting: ProviderSetting<z.output<Schema>>,
    world: ProviderWorld,
  ): Promise<OpenedProvider<Port>> | OpenedProvider<Port>;
}

/** A provider of the settings, for those who run the server. */
export interface SetProvider {
  readonly port: ProviderName;
  readonly name: string;
  readonly kind: string;
  readonly title: string;
  /** Where it is, without anything secret; absent for what is no service. */
  readonly host?: string;
  /** True for one that no setting names. */
  readonly isDefault: boolean;
}

/** What became of asking a provider whether it answers. */
export interface ProbedProvider extends SetProvider {
  readonly answers: boolean;
  /** A sentence: what it answered, or what is wrong and what to do. */
  readonly says: string;
}

/** The providers of the settings, as health checks see them. */
export interface ProviderChecks {
  readonly set: readonly SetProvider[];
  /** Asks each, all at once, and resolves when each has answered or its time is over. Answers are kept for a minute. */
  probe(): Promise<readonly ProbedProvider[]>;
}

/** Checks the types of a kind. */
export function defineProviderKind<Port extends ProviderName, Schema extends z.ZodObject>(
  kind: ProviderKind<Port, Schema>,
): ProviderKind<Port, Schema> {
  return kind;
}
