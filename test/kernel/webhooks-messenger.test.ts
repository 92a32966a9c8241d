import { afterEach, expect, it } from "vitest";
import type { MessengerOptions } from "../../src/adapters/web/index.js";
import { messengerWhenNeeded } from "../../src/adapters/web/when-needed.js";
import { receiver } from "./webhooks-world.js";
import { codeOf } from "./world.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
function messenger(options: MessengerOptions = { allowPrivate: ["127.0.0.1"] }) {
  const made = messengerWhenNeeded(options);
  open.push(made);
  return made;
}
const message = {
  headers: { "X-A": "1" },
  body: "räksmörgås",
  timeoutMs: 10_000,
  signal: new AbortController().signal,
};

it("posts the body as UTF-8 with the headers it was given, and returns the status whatever it is", async () => {
  const { url, all } = await receiver((response, { path }) => response.writeHead(Number(path.slice(1))).end("no"));
  for (const status of [200, 301, 404, 500]) {
    expect(await messenger().post(`${url}/${status}`, message)).toEqual({ status });
  }
  expect(all.map(({ body }) => body)).toEqual(Array(4).fill("räksmörgås"));
  expect(all[0]?.headers).toMatchObject({ "x-a": "1", "user-agent": "Scriptorium" });
});

it.each([
  "http://127.0.0.1:{port}/",
  "http://0x7f.1:{port}/",
  "http://[::ffff:127.0.0.1]:{port}/",
  "http://localhost:{port}/",
  "http://user:secret@127.0.0.1:{port}/",
  "http://169.254.169.254/",
  "file:///etc/passwd",
  "rubbish",
])("connects to nothing for %s", async (address) => {
  const { host, all } = await receiver();
  const url = address.replace("{port}", host.split(":")[1]!);
  expect(await codeOf(messenger({}).post(url, message))).toBe("ADDRESS_REFUSED");
  expect(() => messenger({}).check(url)).toThrow(expect.objectContaining({ code: "ADDRESS_REFUSED" }) as Error);
  expect(all).toEqual([]);
});

it("refuses a name as soon as one of its addresses is not public", async () => {
  const lookup = async () => ["93.184.216.34", "127.0.0.1"];
  expect(await codeOf(messenger({ lookup }).post("http://mixed.example/", message))).toBe("ADDRESS_REFUSED");
});

it("gives up on an answer that does not come in time", async () => {
  const { url } = await receiver(() => {});
  await expect(messenger().post(url, { ...message, timeoutMs: 20 })).rejects.toMatchObject({
    code: "FETCH_TIMEOUT",
    message: expect.stringContaining("did not answer within 0.02 seconds") as string,
  });
});

it("ends with the reason of the signal, before and in the middle", async () => {
  const { url, first } = await receiver(() => {});
  const reason = new Error("enough");
  await expect(messenger().post(url, { ...message, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const control = new AbortController();
  const posted = messenger().post(url, { ...message, signal: control.signal });
  posted.catch(() => {});
  await first(1);
  control.abort(reason);
  await expect(posted).rejects.toBe(reason);
});

it("aborts what is in flight when it is closed, and sends nothing more", async () => {
  const { url, first } = await receiver(() => {});
  const one = messenger();
  const posted = codeOf(one.post(url, message));
  await first(1);
  await one.close();
  expect(await posted).toBe("FETCH_FAILED");
  expect(await codeOf(one.post(url, message))).toBe("FETCH_FAILED");
});
