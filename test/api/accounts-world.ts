import type { ApiOptions } from "../../src/adapters/http/index.js";
import {
  createScriptorium,
  ephemeralKey,
  type MailerProvider,
  memoryStorage,
  type PublisherProvider,
  type Scriptorium,
  ScriptoriumError,
  type StorageAdapter,
} from "../../src/index.js";

/** What providers of a test answer; what a test does not need of them rejects. */
export interface Answers {
  readonly publisher?: Partial<PublisherProvider>;
  readonly mailer?: Partial<MailerProvider>;
}

const never = async (): Promise<never> => {
  throw new ScriptoriumError("internal", "The test gave no answer. Give one.");
};

export const publisherOf = (answers: Partial<PublisherProvider>): PublisherProvider => ({
  ...{ blogs: never, check: never, find: never, post: never, update: never, takeBack: never, upload: never },
  ...{ removeImage: never },
  ...answers,
});

export const mailerOf = (answers: Partial<MailerProvider>): MailerProvider => ({
  ...{ accounts: never, place: never, check: never, send: never, compose: never },
  ...answers,
});

export interface AccountsWorld {
  readonly kernel: Scriptorium["kernel"];
  call(method: string, target: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly success: boolean;
  readonly message: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  readonly result: any;
  readonly notes?: readonly string[];
  readonly text: string;
}

/** Servers of one test file with the providers that a test gives; close them after every test. */
export function accountServers() {
  const open: Scriptorium[] = [];
  return {
    async start({
      api = {},
      storage = memoryStorage(),
      publisher,
      mailer,
    }: Answers & { readonly api?: ApiOptions; readonly storage?: StorageAdapter } = {}): Promise<AccountsWorld> {
      const providers = {
        ...(publisher ? { publisher: publisherOf(publisher) } : {}),
        ...(mailer ? { mailer: mailerOf(mailer) } : {}),
      };
      const made = createScriptorium({ storage, secrets: ephemeralKey(), providers, api });
      open.push(made);
      await made.start();
      return {
        kernel: made.kernel,
        async call(method, target, body, headers = {}) {
          const json = body === undefined ? {} : { "content-type": "application/json" };
          const reply = await made.api.handle({
            ...{ method, target, headers: { host: "localhost", ...json, ...headers } },
            ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
          });
          const text = String(reply.body);
          return { status: reply.status, text, ...JSON.parse(text) };
        },
      };
    },
    async close(): Promise<void> {
      for (const one of open.splice(0)) await one.stop();
    },
  };
}
