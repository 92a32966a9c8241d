import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Loopback, serveHttp } from "../../../test/doubles/loopback.js";
import { installed } from "../../../test/doubles/proxies.js";
import type { VideoCall } from "../../kernel/index.js";
import { videoKinds } from "./kinds.js";
import { createYtDlp } from "./yt-dlp.js";

const ID = "abcdefghijk";
const VTT = "WEBVTT\n\n00:00.000 --> 00:02.000\nBees make honey.\n";
const program = installed("yt-dlp");
const call: VideoCall = { signal: new AbortController().signal };

let asked: string[];
let cookies: string[];
let headers: IncomingHttpHeaders[];
let answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
let site: Loopback;
let folder: string;

const page = (body: string) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);

beforeEach(async () => {
  asked = [];
  cookies = [];
  headers = [];
  folder = await mkdtemp(join(tmpdir(), "scriptorium-yt-dlp-test-"));
  answers = new Map([
    [
      `/watch?v=${ID}`,
      page(
        '<html><head><title>Bees</title></head><body><video><source src="/bees.mp4" type="video/mp4"><track kind="captions" srclang="en" src="/en.vtt"></video></body></html>',
      ),
    ],
    ["/en.vtt", (_request, response) => void response.writeHead(200, { "content-type": "text/vtt" }).end(VTT)],
  ]);
  site = await serveHttp((request, response) => {
    asked.push(request.url ?? "");
    cookies.push(request.headers.cookie ?? "");
    headers.push(request.headers);
    const answer = answers.get(request.url ?? "");
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program in place of yt-dlp. */
async function script(text: string): Promise<string> {
  const path = join(folder, "yt-dlp");
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

describe.skipIf(program === undefined)("Debian's yt-dlp against a server of this machine", () => {
  it("says what a video is, and gives the captions of a track", async () => {
    const provider = createYtDlp({ address: site.url });
    const video = await provider.video(ID, call);
    expect(video).toMatchObject({ id: ID, url: `https://www.youtube.com/watch?v=${ID}` });
    expect(video.tracks).toEqual([{ id: "manual:en", language: "en", name: "en", kind: "manual" }]);
    expect(await provider.captions(video, video.tracks[0]!, call)).toEqual({ format: "vtt", text: VTT });
    expect(asked).toContain("/en.vtt");
  });

  it("takes the cookies of the session along, and leaves nothing behind", async () => {
    const provider = createYtDlp({ address: site.url });
    const session = {
      ...{ id: "run", cookies: [`${site.url}/ visitor=7; Path=/`], userAgent: "Bee/1", retries: 2 },
      headers: { "x-hive": "seven" },
    };
    await provider.video(ID, { ...call, session });
    expect(cookies).toContain("visitor=7");
    expect(headers.map((each) => each["x-hive"])).toContain("seven");
    expect(headers.map((each) => each["user-agent"])).toContain("Bee/1");
    expect((await readdir(tmpdir())).filter((name) => name.startsWith("scriptorium-video-"))).toEqual([]);
  });

  it("tells apart what is refused, what is not there and what is out of reach", async () => {
    const provider = createYtDlp({ address: site.url });
    answers.set(`/watch?v=${ID}`, (_request, response) => void response.writeHead(429).end());
    await expect(provider.video(ID, call)).rejects.toMatchObject({
      code: "VIDEO_FAILED",
      facts: { reason: "blocked" },
    });
    await expect(provider.video("nosuchvideo", call)).rejects.toMatchObject({ facts: { reason: "bad-id" } });
    await expect(provider.video("../../etc", call)).rejects.toMatchObject({ facts: { reason: "bad-id" } });
    const away = createYtDlp({ address: "http://127.0.0.1:9" });
    await expect(away.video(ID, call)).rejects.toMatchObject({
      code: "FETCH_FAILED",
      facts: { errno: "ECONNREFUSED" },
    });
  });

  it("says its version when it is asked how it is", async () => {
    expect(await createYtDlp().probe(call.signal)).toMatch(/^yt-dlp [\d.]+ is installed\.$/);
  });
});

describe("a program in its place", () => {
  it("is ended with all that it started when the run is aborted", async () => {
    const marker = `3${Date.now() % 100_000}`;
    const provider = createYtDlp({
      path: await script(`sleep ${marker} & touch started; cp started ${folder}/started; wait`),
    });
    const control = new AbortController();
    const asking = provider.video(ID, { signal: control.signal });
    await expect.poll(() => readdir(folder)).toContain("started");
    control.abort(new Error("enough"));
    await expect(asking).rejects.toThrow("enough");
    await expect.poll(() => execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(`sleep ${marker}`);
  });

  it("is ended by the limit of time", async () => {
    const provider = createYtDlp({ path: await script("sleep 60"), timeoutMs: 300 });
    await expect(provider.video(ID, call)).rejects.toThrow("yt-dlp did not end in time");
  });

  it("is given no settings of the user, no shell, and addresses of the service alone", async () => {
    const file = join(folder, "seen");
    const provider = createYtDlp({
      path: await script(`for a in "$@"; do echo "$a"; done > ${file}; echo "$HOME" >> ${file}; echo null`),
    });
    const what = { kind: "search", of: "$(touch /tmp/x); --exec rm" } as const;
    await expect(provider.list(what, { ...call, limit: 3 })).resolves.toEqual([]);
    const seen = execFileSync("cat", [file], { encoding: "utf8" }).trim().split("\n");
    expect(seen.slice(-3, -1)).toEqual(["--", "ytsearch3:$(touch /tmp/x); --exec rm"]);
    expect(seen).toContain("--ignore-config");
    expect(seen.at(-1)).toContain("scriptorium-video-");
  });

  it("lists what it prints, a video on each line, up to the limit", async () => {
    const lines = ["UC-a-part-of-it", "video000001", "video000002", "video000003"].map(
      (id) => `echo '{"id":"${id}","title":"${id}","duration":61.5}'`,
    );
    const provider = createYtDlp({ path: await script(lines.join("\n")) });
    const found = await provider.list({ kind: "channel", of: "@bees" }, { ...call, limit: 2 });
    expect(found).toEqual(["video000001", "video000002"].map((id) => ({ id, title: id, duration: 62 })));
  });

  it("that is not there is told in a sentence", async () => {
    const provider = createYtDlp({ path: join(folder, "nothing") });
    await expect(provider.video(ID, call)).rejects.toMatchObject({ code: "no-provider" });
    await expect(createYtDlp({ path: "yt-dlp; rm" }).probe(call.signal)).rejects.toMatchObject({ code: "no-provider" });
  });

  it("a pool of the settings is refused, since only the server knows it", async () => {
    const session = { id: "run", proxyPool: "house" };
    const provider = createYtDlp({ path: await script("echo null") });
    await expect(provider.video(ID, { ...call, session })).rejects.toMatchObject({ code: "bad-input" });
  });

  it("the kinds of the settings name both ways", () => {
    expect(videoKinds.map(({ kind, address, key }) => [kind, address, key])).toEqual([
      ["builtin", "optional", "none"],
      ["yt-dlp", "optional", "none"],
    ]);
  });
});
