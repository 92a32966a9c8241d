import type { IncomingMessage, ServerResponse } from "node:http";
import { createPublisher, type PublisherOptions } from "../../src/adapters/publishing/index.js";
import { createRequester } from "../../src/adapters/web/requester.js";
import type { Kernel, OutgoingImage, OutgoingPost } from "../../src/index.js";
import { createScriptorium } from "../../src/index.js";
import { type Loopback, serveHttp } from "./loopback.js";

export interface Asked {
  readonly method: string;
  /** With its question mark. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What a blog answers: a status with JSON, or what the function does. Undefined for 404. */
export type Answering = (
  asked: Asked,
) =>
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | ((response: ServerResponse) => void)
  | undefined;

export interface BlogServer extends Loopback {
  readonly asked: Asked[];
  answering: Answering;
}

/** A server on this machine that plays a blog. */
export async function blogServer(first: Answering): Promise<BlogServer> {
  const asked: Asked[] = [];
  const server = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one: Asked = {
      ...{ method: request.method ?? "", path: request.url ?? "", headers: request.headers },
      body: Buffer.concat(chunks).toString("latin1"),
    };
    asked.push(one);
    const answer = blog.answering(one) ?? { status: 404, text: "<h1>Not found</h1>" };
    if (typeof answer === "function") return answer(response);
    const { status = 200, headers = {}, json, text } = answer;
    const type = json === undefined ? "text/html; charset=utf-8" : "application/json";
    response
      .writeHead(status, { "content-type": type, ...headers })
      .end(json === undefined ? text : JSON.stringify(json));
  });
  const blog: BlogServer = Object.assign(server, { asked, answering: first });
  return blog;
}

/** A publisher with accounts of a kernel in memory, which may ask this machine. */
export async function blogWorld(options: Partial<PublisherOptions> = {}) {
  const requester = createRequester({ allowPrivate: ["127.0.0.1"] });
  const { kernel, start, stop } = createScriptorium();
  await start();
  const publisher = createPublisher({ accounts: () => kernel.accounts, requester, ...options });
  let count = 0;
  return {
    publisher,
    kernel: kernel as Kernel,
    async blog(settings: Readonly<Record<string, string | boolean>>, password?: string) {
      count += 1;
      const account = await kernel.accounts.create({
        ...{ kind: "blog", name: `blog ${count}`, settings: { ...settings } },
        ...(password === undefined ? {} : { secrets: { password } }),
      });
      return account.id;
    },
    async close() {
      await stop();
      await requester.close();
    },
  };
}

export const somePost = (more: Partial<OutgoingPost> = {}): OutgoingPost => ({
  ...{ marker: "run-1", title: "Bees", html: "<p>Bees make honey.</p>", status: "draft", type: "post" },
  ...{ categories: [], tags: [], createTerms: true, meta: {} },
  ...more,
});

export const someImage = (more: Partial<OutgoingImage> = {}): OutgoingImage => ({
  ...{ fileName: "bee.gif", bytes: Buffer.from("GIF89a"), type: "image/gif", alt: "A bee", caption: "At work" },
  ...{ credit: "Ann Lee", marker: "image-1" },
  ...more,
});
