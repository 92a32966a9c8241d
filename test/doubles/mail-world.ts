import { onTestFinished } from "vitest";
import { cannedFolder, cannedMailer } from "../../src/adapters/doubles/index.js";
import { createMailer } from "../../src/adapters/mail/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createSockets } from "../../src/adapters/web/sockets.js";
import {
  type FolderProvider,
  type Kernel,
  type OutgoingMail,
  type Providers,
  ScriptoriumError,
  type StorageAdapter,
  systemClock,
} from "../../src/kernel/index.js";
import { postemailer } from "../../src/plugins/postemailer/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { startedKernel } from "../kernel/world.js";
import { type MailServerOptions, mailServer } from "./mail-server.js";

export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
export const ARTICLES = {
  "bees.html": "<h1>Bees</h1><p>Bees make <b>honey</b> &amp; wax. <a href='https://bees.test/'>More</a></p>",
  "wasps.md": "---\ntitle: Wasps\ncategories: [Insects]\ntags: [sting, summer]\n---\nWasps do **not**.\n",
};
export const NOW = { sendNow: true, delay: 0, maxPerHour: 0, articleFolder: "/in", articleTitle: "Use first heading" };
export const BLOG = "secret@blog.test";

export interface MailWorld {
  readonly kernel: Kernel;
  work(data?: object): Promise<Worked>;
  again(id: string): Promise<Worked>;
}
export interface Worked {
  readonly id: string;
  readonly status: string;
  readonly error: { readonly code: string; readonly message: string } | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: rows are what they are.
  readonly rows: any[];
  readonly log: string;
}

export async function world(
  mailer: Providers["mailer"],
  {
    files = ARTICLES as Record<string, string | Uint8Array>,
    clock = systemClock,
    storage = memoryStorage() as StorageAdapter,
    folder = cannedFolder("/in", files) as FolderProvider,
  } = {},
): Promise<MailWorld> {
  const providers = { mailer, folder };
  const kernel = await startedKernel({ plugins: [postemailer], providers, secrets: ephemeralKey(), clock, storage });
  onTestFinished(() => kernel.stop());
  const worked = async (id: string): Promise<Worked> => {
    const { status, error } = await kernel.tasks.settled(id);
    const rows = await Array.fromAsync(kernel.content.rows(id));
    const log = JSON.stringify(await Array.fromAsync(kernel.content.log(id)));
    return { id, status, error: error as Worked["error"], rows, log };
  };
  return {
    kernel,
    async work(data = {}) {
      const { _id } = await kernel.tasks.create("postemailer", {
        ...NOW,
        smtpIds: ["post"],
        recipientsFile: [BLOG],
        ...data,
      });
      await kernel.tasks.run(_id);
      return worked(_id);
    },
    async again(id) {
      await kernel.tasks.run(id);
      return worked(id);
    },
  };
}

export const post = (answer?: (mail: OutgoingMail, count: number) => void) =>
  cannedMailer([{ id: "post", from: "anna@example.com" }], answer);
export const refuse = (code: "auth" | "rate-limited" | "bad-input" | "no-network", facts = {}) => {
  throw new ScriptoriumError(code, "The mail server says no. Look.", facts);
};

/** A mailer with one account at a real server of these options. */
export async function realPost(options: MailServerOptions = {}) {
  const server = await mailServer(options);
  onTestFinished(() => server.close());
  const settings = {
    host: "127.0.0.1",
    port: server.port,
    from: "anna@example.com",
    fromName: "Anna",
    allowPlain: true,
  };
  const account = { id: "post", kind: "mail", name: "post", settings, secrets: {}, createdAt: "", updatedAt: "" };
  const accounts = {
    get: async () => account,
    opened: async () => account,
    async *list() {
      yield account;
    },
  };
  return { server, mailer: createMailer({ accounts, open: createSockets({ allowPrivate: ["127.0.0.1"] }) }) };
}
