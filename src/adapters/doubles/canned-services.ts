import type {
  LicenceProvider,
  MachineProvider,
  MachineState,
  MessengerProvider,
  PromptsProvider,
  SearchHit,
  SearchProvider,
} from "../../kernel/index.js";

/** Answers every query with these hits, as many as the limit allows. */
export function cannedSearch(hits: readonly SearchHit[]): SearchProvider {
  return {
    async search(_query, { limit, signal }) {
      signal.throwIfAborted();
      return hits.slice(0, limit);
    },
  };
}

/** Entitles these logins and no others. */
export function cannedLicence(...logins: readonly string[]): LicenceProvider {
  return { entitled: async (login) => logins.includes(login) };
}

/** Has these prompt templates and brand voices by their ids. */
export function cannedPrompts(
  templates: Readonly<Record<string, string>>,
  voices: Readonly<Record<string, string>> = {},
): PromptsProvider {
  return {
    template: async (id) => templates[id],
    voice: async (id) => voices[id],
    ids: async () => ({ templates: Object.keys(templates), voices: Object.keys(voices) }),
  };
}

export interface SentMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CannedMessenger extends MessengerProvider {
  /** Every message so far, in order. */
  readonly sent: readonly SentMessage[];
}

/** Keeps messages and answers with these statuses (or throws these errors) one after another, the last one from then on. */
export function cannedMessenger(...answers: readonly (number | Error)[]): CannedMessenger {
  const sent: SentMessage[] = [];
  return {
    sent,
    async post(url, { headers, body, signal }) {
      signal.throwIfAborted();
      const answer = answers[Math.min(sent.length, answers.length - 1)] ?? 200;
      sent.push({ url, headers, body });
      if (answer instanceof Error) throw answer;
      return { status: answer };
    },
  };
}

/** A machine in this state; members that are left out are those of an idle one with 8 GB of memory and 100 GB of free disk. */
export function cannedMachine(state: Partial<MachineState> = {}): MachineProvider {
  const gigabyte = 1024 ** 3;
  const idle: MachineState = {
    cpuPercent: 0,
    memory: { used: gigabyte, total: 8 * gigabyte, process: gigabyte / 16 },
    disk: { free: 100 * gigabyte, total: 200 * gigabyte },
  };
  return { state: async () => ({ ...idle, ...state }) };
}
