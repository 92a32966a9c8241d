import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { simpleParser } from "mailparser";
import { expect, it, onTestFinished } from "vitest";
import { certificate } from "../../../test/doubles/proxies.js";
import { createSockets } from "../web/sockets.js";
import { createMailer, type MailerOptions } from "./index.js";

// Debian's package python3-aiosmtpd.
const isThere = spawnSync("/usr/bin/python3", ["-c", "import aiosmtpd"]).status === 0;

/** aiosmtpd with STARTTLS, which puts what it gets into a folder. */
async function aiosmtpd(folder: string): Promise<number> {
  const { key, cert } = certificate();
  const files = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
  writeFileSync(files.key, key);
  writeFileSync(files.cert, cert);
  const port = await freePort();
  const place = ["-n", "-l", `127.0.0.1:${port}`, "--tlscert", files.cert, "--tlskey", files.key];
  const program = ["-m", "aiosmtpd", ...place, "-c", "aiosmtpd.handlers.Mailbox", join(folder, "mails")];
  const child = spawn("/usr/bin/python3", program, { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error("aiosmtpd did not start");
    await wait(20);
  }
  return port;
}

const reason = isThere ? "" : " (the package python3-aiosmtpd is not installed)";

it.skipIf(!isThere)(
  `aiosmtpd takes messages over STARTTLS, and they are read as they were meant${reason}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "scriptorium-aiosmtpd-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const port = await aiosmtpd(folder);
    const settings = { host: "127.0.0.1", port, from: "anna@example.com", fromName: "Änna", allowSelfSigned: true };
    const account = { id: "post", kind: "mail", name: "post", settings, secrets: {}, createdAt: "", updatedAt: "" };
    const accounts: MailerOptions["accounts"] = {
      get: async () => account,
      opened: async () => account,
      async *list() {
        yield account;
      },
    };
    const mailer = createMailer({ accounts, open: createSockets({ allowPrivate: ["127.0.0.1"] }) });
    const { signal } = new AbortController();
    expect(await mailer.check("post", { signal })).toMatchObject({ secured: true });
    const text = "Bees — make honey.\n.\n..\nFrom here on, nothing.\n";
    const image = { fileName: "bee ä.png", bytes: Buffer.from([137, 80, 78, 71, 0, 10, 13]), type: "image/png" };
    for (const count of [1, 2, 3]) {
      await mailer.send(
        "post",
        {
          ...{
            to: `reader${count}@example.org`,
            subject: `Bees ${count}: größer`,
            text,
            html: `<p>${"honey ".repeat(500)}</p>`,
          },
          ...{ attachments: [image], headers: {}, messageKey: `bees-${count}`, date: "2026-01-31T08:00:00Z" },
        },
        { signal },
      );
    }
    const mails = join(folder, "mails", "new");
    const read = await Promise.all(readdirSync(mails).map((name) => simpleParser(readFileSync(join(mails, name)))));
    expect(read.map(({ subject }) => subject).sort()).toEqual([1, 2, 3].map((count) => `Bees ${count}: größer`));
    for (const mail of read) {
      expect(mail.from?.value).toEqual([{ address: "anna@example.com", name: "Änna" }]);
      expect(mail.text).toBe(text);
      expect(mail.attachments[0]).toMatchObject({ filename: image.fileName, content: image.bytes });
    }
  },
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
