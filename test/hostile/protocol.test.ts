import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { parsedReplies } from "./replies.js";
import { expectEnvelope, expectRefusal, itStands, type RawOptions, targetOfFile } from "./target.js";

const target = targetOfFile();
const HOST = "Host: localhost\r\n";
const TEST = `GET /test HTTP/1.1\r\n${HOST}\r\n`;
const post = (headers: string, body = "", path = "/spin") =>
  `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n${body}`;
const get = (headers: string) => `GET /test HTTP/1.1\r\n${HOST}${headers}\r\n`;
const BODY = '{"text":"x"}';

type Case = readonly [name: string, bytes: string | Uint8Array, status: number | readonly number[]];

const REFUSED: readonly Case[] = [
  ["HTTP/0.9", "GET /test\r\n\r\n", 400],
  ["HTTP/3.0", `GET /test HTTP/3.0\r\n${HOST}\r\n`, 400],
  ["HTTP/1.9", `GET /test HTTP/1.9\r\n${HOST}\r\n`, 400],
  ["another protocol", `GET /test ICE/1.0\r\n${HOST}\r\n`, [400, 405]],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["a request line of one word", "GET\r\n\r\n", 400],
  ["a path with a space", `GET /te st HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["an invented method", `FROBNICATE /test HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["a method in small letters", `get /test HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["a method of control characters", `\x01\x02 /test HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["an absolute target", `GET http://localhost/test HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["an absolute target of another host", `GET http://evil.com/test HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["a target of two slashes", `GET //evil/x HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["a target of two slashes that acts", `GET //project/delete/x HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["OPTIONS *", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["GET *", `GET * HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["CONNECT of an authority", "CONNECT localhost:8008 HTTP/1.1\r\nHost: localhost:8008\r\n\r\n", 400],
  ["CONNECT of a path", `CONNECT /test HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["TRACE", `TRACE /test HTTP/1.1\r\n${HOST}\r\n`, 405],
  ["a NUL in the path", `GET /te\0st HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["a control character in the path", `GET /te\x01st HTTP/1.1\r\n${HOST}\r\n`, 400],
  ["a NUL in a header", get("X: a\0b\r\n"), 400],
  ["a control character in a header name", get("X\x01: a\r\n"), 400],
  ["lines that end in LF alone", "GET /test HTTP/1.1\nHost: localhost\n\n", 400],
  ["a CR alone in a header", get("X: a\rY: b\r\n"), 400],
  ["a folded header", get("X: a\r\n b\r\n"), 400],
  ["a header after a space", `GET /test HTTP/1.1\r\n ${HOST}\r\n`, 400],
  ["a header without a colon", get("nothing\r\n"), 400],
  ["a header without a name", get(": a\r\n"), 400],
  ["a space before the colon", get("Content-Length : 0\r\n"), 400],
  ["a header of 20 KB", get(`X: ${"x".repeat(20_480)}\r\n`), 431],
  ["headers of 1 MB", get(`X: ${"x".repeat(2 ** 20)}\r\n`), 431],
  ["a target of 20 KB", `GET /${"x".repeat(20_480)} HTTP/1.1\r\n${HOST}\r\n`, [414, 431]],
  ["a target of 10 KB", `GET /${"x".repeat(10_240)} HTTP/1.1\r\n${HOST}\r\n`, 414],
  ["no Host", "GET /test HTTP/1.1\r\n\r\n", 400],
  ["no Host in HTTP/1.0", "GET /test HTTP/1.0\r\n\r\n", 400],
  ["two Hosts", get("Host: localhost\r\n"), 400],
  ["two Hosts of which one is foreign", get("Host: evil.com\r\n"), 400],
  ["an empty Host", "GET /test HTTP/1.1\r\nHost:\r\n\r\n", [400, 403]],
  [
    "a Host behind 1,500 headers that is foreign",
    `GET /test HTTP/1.1\r\n${"a:b\r\n".repeat(1500)}Host: evil.com\r\n\r\n`,
    403,
  ],
  ["two Content-Lengths that differ", post("Content-Length: 12\r\nContent-Length: 13\r\n", BODY), 400],
  ["two Content-Lengths in one header", post("Content-Length: 12, 12\r\n", BODY), 400],
  [
    "Content-Length and Transfer-Encoding",
    post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
    400,
  ],
  [
    "Transfer-Encoding and Content-Length",
    post("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "0\r\n\r\n"),
    400,
  ],
  ["Transfer-Encoding: identity", post("Transfer-Encoding: identity\r\n", BODY), 400],
  ["Transfer-Encoding: xchunked", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), 400],
  ["Transfer-Encoding: chunked, identity", post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"), 400],
  ["two Transfer-Encodings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "0\r\n\r\n"), 400],
  ["a chunk size that is no number", post("Transfer-Encoding: chunked\r\n", "zz\r\nabc\r\n0\r\n\r\n"), 400],
  ["a negative chunk size", post("Transfer-Encoding: chunked\r\n", "-1\r\nabc\r\n0\r\n\r\n"), 400],
  ["a chunk size beyond 64 bits", post("Transfer-Encoding: chunked\r\n", `${"f".repeat(17)}\r\nabc\r\n`), 400],
  ["a chunk longer than it says", post("Transfer-Encoding: chunked\r\n", "1\r\nabcdef\r\n0\r\n\r\n"), 400],
  ["chunk extensions of 20 KB", post("Transfer-Encoding: chunked\r\n", `1;${"x".repeat(20_480)}\r\na\r\n`), 413],
  ["trailers of 20 KB", post("Transfer-Encoding: chunked\r\n", `0\r\nX: ${"x".repeat(20_480)}\r\n\r\n`), [200, 431]],
  ["a negative Content-Length", post("Content-Length: -1\r\n", BODY), 400],
  ["a Content-Length of NaN", post("Content-Length: NaN\r\n", BODY), 400],
  ["a Content-Length in hexadecimal", post("Content-Length: 0x0c\r\n", BODY), 400],
  ["a Content-Length with a plus", post("Content-Length: +12\r\n", BODY), 400],
  ["an empty Content-Length", post("Content-Length:\r\n", BODY), 400],
  ["a Content-Length beyond 64 bits", post(`Content-Length: ${"9".repeat(30)}\r\n`, BODY), 400],
  ["a Content-Length of petabytes", post("Content-Length: 9007199254740991\r\n", BODY), 413],
  ["a body of more bytes than it says", post("Content-Length: 3\r\n", BODY), [200, 400]],
  ["an Expect that nobody knows", get("Expect: 200-maybe\r\n"), 417],
  ["a body of 2 MB that is declared", post(`Content-Length: ${2 ** 21}\r\n`, "x".repeat(2 ** 21)), 413],
  [
    "a body of 2 MB in chunks",
    post("Transfer-Encoding: chunked\r\n", `${"10000\r\n".concat("x".repeat(0x10000), "\r\n").repeat(32)}0\r\n\r\n`),
    413,
  ],
  ["bytes that are nothing", Buffer.from(Array.from({ length: 2000 }, (_, index) => (index * 89) % 251)), 400],
  ["a ClientHello of TLS", Buffer.from(`16030100a5010000a10303${"5a".repeat(160)}`, "hex"), 400],
  ["an SSH greeting", "SSH-2.0-OpenSSH_9.9\r\n", 400],
  ["a Redis command", "*1\r\n$4\r\nPING\r\n", 400],
];

describe("what is no proper request is refused in the envelope", () => {
  it.each(REFUSED)("%s", async (_name, bytes, status) => {
    const { replies, tookMs } = await target.raw(bytes);
    expectRefusal(replies[0], ...[status].flat());
    expect(tookMs).toBeLessThan(5000);
  });
});

const ANSWERED: readonly (readonly [name: string, bytes: string | readonly string[]])[] = [
  ["a request line without a version", `GET /test\r\n${HOST}\r\n`],
  ["HTTP/1.0", `GET /test HTTP/1.0\r\n${HOST}\r\n`],
  ["empty lines before the request", `\r\n\r\n${TEST}`],
  ["a request in single bytes", [...TEST]],
  ["1,500 headers", get("a:b\r\n".repeat(1500))],
  ["header names in odd case", "GET /test HTTP/1.1\r\nhOsT: localhost\r\n\r\n"],
  ["an Upgrade to websocket", get("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n")],
  ["an Upgrade to h2c", get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n")],
  ["a body on a GET", get("Content-Length: 4\r\n").concat("abcd")],
  ["a chunked body on a GET", get("Transfer-Encoding: chunked\r\n").concat("1\r\na\r\n0\r\n\r\n")],
  ["Expect: 100-continue", post("Expect: 100-continue\r\nContent-Length: 12\r\n", BODY)],
  [
    "chunks of one byte",
    post("Transfer-Encoding: chunked\r\n", `${[...BODY].map((c) => `1\r\n${c}\r\n`).join("")}0\r\n\r\n`),
  ],
  ["a Range", get("Range: bytes=0-1,-1,5-\r\n")],
];

describe("what is odd but proper is answered", () => {
  it.each(ANSWERED)("%s", async (_name, bytes) => {
    const { replies } = await target.raw(bytes);
    const reply = replies.find(({ status }) => status >= 200);
    expect(reply?.status).toBe(200);
    expect(expectEnvelope(reply).success).toBe(true);
  });

  it("20 requests in one packet get 20 answers in order", async () => {
    const requests = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? `GET /nothing/${index} HTTP/1.1\r\n${HOST}\r\n`
        : `GET /project/status/${index} HTTP/1.1\r\n${HOST}\r\n`,
    );
    const { replies } = await target.raw(requests.join(""), { replies: 20 });
    expect(replies).toHaveLength(20);
    for (const [index, reply] of replies.entries()) {
      const named = index % 2 === 0 ? `/nothing/${index}.` : `id "${index}"`;
      expect(expectRefusal(reply, index % 2 === 0 ? 404 : 200)).toContain(named);
    }
  });

  it("bytes behind a body are the next request, not part of it", async () => {
    const { replies } = await target.raw(post("Content-Length: 12\r\n", `${BODY}${TEST}`), { replies: 2 });
    expect(replies.map((reply) => expectEnvelope(reply).success)).toEqual([true, true]);
  });
});

describe("bytes that never become a request", () => {
  const CUT: readonly (readonly [name: string, bytes: string, ending: RawOptions["ending"]])[] = [
    ["a reset before anything", "", "reset"],
    ["a reset in the request line", "GET /te", "reset"],
    ["a reset in the headers", `GET /test HTTP/1.1\r\n${HOST}`, "reset"],
    ["a reset in a body", post("Content-Length: 1000\r\n", BODY), "reset"],
    ["a reset in a chunk", post("Transfer-Encoding: chunked\r\n", "ff\r\nabc"), "reset"],
    ["a half-close before anything", "", "half-close"],
  ];
  it.each(CUT)("%s ends the connection and nothing else", async (_name, bytes, ending) => {
    const { replies, closed } = await target.raw(bytes, { ending });
    expect(replies).toEqual([]);
    expect(closed).toBe(true);
  });

  it.each([
    ["the request line", "GET /te"],
    ["the headers", `GET /test HTTP/1.1\r\n${HOST}`],
    ["a body shorter than it says", post("Content-Length: 1000\r\n", BODY)],
    ["a chunk", post("Transfer-Encoding: chunked\r\n", "ff\r\nabc")],
  ])("a half-close in %s is refused in the envelope, and the connection ends", async (_name, bytes) => {
    const { replies, closed } = await target.raw(bytes, { ending: "half-close", replies: Infinity });
    expect(replies).toHaveLength(1);
    expectRefusal(replies[0], 400);
    expect(closed).toBe(true);
  });

  it("a half-close behind a whole request still gets the answer", async () => {
    const { replies } = await target.raw(TEST, { ending: "half-close" });
    expect(expectEnvelope(replies[0]).success).toBe(true);
  });
});

describe("a client that sends everything before it reads", () => {
  it.each([
    ["a body of 3 MB that is declared", 413, post(`Content-Length: ${48 * 2 ** 16}\r\n`), "x".repeat(2 ** 16)],
    ["a body of 3 MB in chunks", 413, post("Transfer-Encoding: chunked\r\n"), `10000\r\n${"x".repeat(2 ** 16)}\r\n`],
    [
      "a body that is no JSON",
      200,
      post(`Content-Length: ${48 * 2 ** 16}\r\n`, "", "/project/data/x").replace("json", "x"),
      "x".repeat(2 ** 16),
    ],
    ["headers of 3 MB", 431, `GET /test HTTP/1.1\r\n${HOST}X: `, "x".repeat(2 ** 16)],
    ["bytes that are nothing", 400, "\0", "\0".repeat(2 ** 16)],
    ["CONNECT and then more", 400, `CONNECT localhost:80 HTTP/1.1\r\n${HOST}\r\n`, "x".repeat(2 ** 16)],
  ])("%s still sees the envelope", async (_name, status, head, piece) => {
    const socket = connect({ port: target.port, host: "127.0.0.1", noDelay: true });
    for (const bytes of [head, ...Array<string>(48).fill(piece)]) {
      await new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
      await setImmediate();
    }
    const chunks: Buffer[] = [];
    let replies = parsedReplies(Buffer.alloc(0));
    for await (const chunk of socket) {
      chunks.push(chunk);
      replies = parsedReplies(Buffer.concat(chunks));
      if (replies.length > 0) break;
    }
    expectRefusal(replies[0], status);
  });
});

itStands(target);
