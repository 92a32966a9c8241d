import type { z } from "zod";
import type { ProviderKind, ProviderName, Providers, ProviderWorld } from "../../kernel/index.js";

/** A provider with the name that tasks call it by. */
export interface NamedProvider<Port extends ProviderName> {
  readonly name: string;
  /** As settings name it. */
  readonly kind: string;
  /** As the schema of its kind gives them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly provider: Providers[Port];
}

/** The kinds of a port, and how several of them become one provider. */
export interface ProviderFamily<Port extends ProviderName = ProviderName> {
  readonly port: Port;
  // The options of a kind are read with its own schema and given to it alone.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly kinds: readonly ProviderKind<Port, z.ZodObject<any>>[];
  /** The port over these, at least one; nothing of them is opened by it. */
  combine(sources: readonly NamedProvider<Port>[], world: ProviderWorld): Providers[Port];
  /** The provider with these facts, opened with its first call. */
  lazy(open: () => Promise<Providers[Port]>, source: LazySource<Port>): Providers[Port];
  /** The kind that is there when no setting names one; may look whether it can be. */
  readonly usual?: { readonly kind: string; readonly isThere?: () => boolean };
}

export interface LazySource<Port extends ProviderName> {
  readonly name: string;
  readonly title: string;
  readonly facts: ProviderKind<Port>["facts"];
}
