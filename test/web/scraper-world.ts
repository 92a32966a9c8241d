import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { cannedReader } from "../../src/adapters/doubles/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { createWeb } from "../../src/adapters/web/index.js";
import type { Json, Kernel, Providers } from "../../src/kernel/index.js";
import { webscraper } from "../../src/plugins/webscraper/index.js";
import { startedKernel } from "../kernel/world.js";

const open: { close(): Promise<void> | void }[] = [];

/** Ends after each test what it has opened; to be called by the file of the tests. */
export function closesAfterEach(): void {
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });
}

/** A site on the loopback until the test ends. */
export async function site(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const WORDS = `<p>${"Mugs are fired at a thousand degrees. ".repeat(50)}</p>`;
export const MUGS = ["Blue", "Red", "Green", "Grey", "White"];
export const item = (name: string, price = "9,90 €") =>
  `<li class="mug"><a href="/mug/${name}">${name} mug</a><b>${price}</b></li>`;

/** A shop of five mugs, two a page. */
export function shop(prices: Readonly<Record<string, string>> = {}): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://a");
    const number = Number(searchParams.get("page") ?? "1");
    const mugs = MUGS.slice((number - 1) * 2, number * 2);
    if (pathname === "/robots.txt" || (pathname !== "/" && pathname !== "/again") || mugs.length === 0) {
      response.writeHead(404).end("none");
      return;
    }
    const next =
      number < 3
        ? `<a class="next" href="/?page=${number + 1}">Next</a>`
        : pathname === "/again"
          ? '<a class="next" href="/again">Next</a>'
          : "";
    response.setHeader("content-type", "text/html");
    response.end(`<h1>Mugs</h1><ul>${mugs.map((name) => item(name, prices[name])).join("")}</ul>${WORDS}${next}`);
  };
}

const COLUMNS = [
  { name: "name", css: "a" },
  { name: "price", css: "b", transform: ["number"] },
  { name: "link", css: "a", take: "attr:href", transform: ["url"] },
] as const;
export const RULES = {
  rowSelector: "li.mug",
  columns: COLUMNS.map((column) => ({ ...column, ...("transform" in column && { transform: [...column.transform] }) })),
};

/** A web scraper on a kernel of its own, without pauses. */
export async function scraper(providers: Partial<Providers> = {}) {
  const web = createWeb({ allowPrivate: ["127.0.0.1"] });
  open.push(web);
  const kernel = await startedKernel({
    secrets: ephemeralKey(),
    plugins: [webscraper],
    providers: { web, reader: cannedReader(), ...providers },
  });
  open.push({ close: () => kernel.stop() });
  const { _id: id } = await kernel.tasks.create("webscraper");
  await kernel.tasks.patch(id, { requestDelayFrom: 0, requestDelayTo: 0, maxRetries: 0, browser: "never" });
  return { kernel, id };
}

/** Runs it with this data, and gives what this run has put out. */
export async function ran({ kernel, id }: { kernel: Kernel; id: string }, data: Record<string, Json>) {
  await kernel.tasks.patch(id, data);
  const before = await kernel.content.countRows(id);
  await kernel.tasks.restart(id);
  const task = await kernel.tasks.settled(id);
  const rows = (await Array.fromAsync(kernel.content.rows(id))).slice(before);
  const files = new Map<string, string>();
  for (const { path } of await Array.fromAsync(kernel.content.files(id))) {
    files.set(path, Buffer.from((await kernel.content.file(id, path))!.bytes).toString());
  }
  const log = (await Array.fromAsync(kernel.content.log(id))).map(({ level, msg }) => `${level}: ${msg}`);
  return { task, rows, files, log };
}

export const names = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => String(row["name"]).replace(" mug", "")).join();
