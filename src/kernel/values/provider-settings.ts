interface ProviderSettings {
  /** What messages call the provider. */
  readonly title: string;
  /** The settings of the server that make it; none where a program that embeds Scriptorium has to pass it. */
  readonly settings: readonly string[];
  /** What such a program passes to `createScriptorium`; `providers.<name>` by default. */
  readonly option?: string;
  /** True where `createScriptorium` and the server have it anyway. */
  readonly builtIn?: true;
}

/** What messages call each provider, and where it is set: the one place that knows both. */
export const PROVIDER_SETTINGS = {
  web: { title: "web", settings: [], builtIn: true },
  search: { title: "search", settings: ["providers.search"] },
  browser: { title: "browser", settings: ["providers.browser"] },
  video: { title: "video", settings: ["providers.video"] },
  maps: { title: "maps", settings: ["providers.maps"] },
  images: { title: "images", settings: ["providers.images"] },
  publisher: { title: "publishing", settings: [], builtIn: true },
  mailer: { title: "mail", settings: [], builtIn: true },
  reader: { title: "reader", settings: [], builtIn: true },
  folder: { title: "folder", settings: ["sourceRoot"], option: "sourceRoots" },
  output: { title: "output folder", settings: ["data"], option: "outputFolder" },
  spinner: { title: "spinner", settings: [], builtIn: true },
  paraphraser: { title: "paraphraser", settings: [], builtIn: true },
  aboutMe: { title: "about-me writer", settings: [], builtIn: true },
  licence: { title: "licence", settings: ["logins"] },
  translator: { title: "translation", settings: ["providers.translator"] },
  writer: { title: "language-model", settings: ["providers.writer"] },
  prompts: { title: "prompt", settings: [], builtIn: true },
  messenger: { title: "message", settings: [], builtIn: true },
  machine: { title: "machine", settings: [], builtIn: true },
} as const satisfies Record<string, ProviderSettings>;

export type ProviderTitled = keyof typeof PROVIDER_SETTINGS;

/** The sentence that a provider is missing. */
export function noProvider(name: ProviderTitled): string {
  return `No ${PROVIDER_SETTINGS[name].title} provider is configured.`;
}

/** The sentence of what to set to have a provider. */
export function toHaveProvider(name: ProviderTitled): string {
  const { settings, option = `providers.${name}`, builtIn }: ProviderSettings = PROVIDER_SETTINGS[name];
  if (builtIn) return `To have one, pass ${option} to createKernel, or use createScriptorium, which has it built in.`;
  if (settings.length === 0) {
    return `To have one, pass ${option} to createScriptorium in a program of your own; the server has no setting for it.`;
  }
  const names = settings.join(", ").replace(/, ([^,]*)$/, " or $1");
  return `To have one, set ${names} in the config file of the server, or pass ${option} to createScriptorium.`;
}

/** The settings that make a provider, for sentences that name more than one way to have it. */
export function settingsFor(name: ProviderTitled): string {
  return PROVIDER_SETTINGS[name].settings.join(", ");
}
