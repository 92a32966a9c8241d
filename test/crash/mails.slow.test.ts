import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { simpleParser } from "mailparser";
import { expect, it, onTestFinished } from "vitest";
import { createScriptorium, sqliteStorage } from "../../src/index.js";
import { mailServer } from "../doubles/mail-server.js";
import { connectionTo } from "./client.js";
import { startServer, type WorkingServer } from "./server.js";

const FILES = Array.from({ length: 20 }, (_none, n) => `article-${n + 1}.txt`);

interface Row {
  readonly file: string;
  readonly status: string;
  readonly messageId: string;
  readonly error: string;
}

it("sends twenty mails through two kills: none comes twice, and what may be lost is named", {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-crash-mails-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of FILES) writeFileSync(join(folder, file), `Words of ${file} about bees.`);

  let server: WorkingServer | undefined;
  let connection = connectionTo("");
  const killed = Promise.withResolvers<void>();
  const again = Promise.withResolvers<void>();
  const kill = (done: () => void) => void server!.kill().then(done);
  const post = await mailServer({
    // Once before any text has come, and once with all of it there and nothing answered.
    recipient: (_address, count) => {
      if (count === 4) kill(killed.resolve);
      return "take";
    },
    fate: (_mail, count) => {
      if (count === 11) kill(again.resolve);
      return "take";
    },
  });
  onTestFinished(post.close);

  const path = join(folder, "store.db");
  const { kernel, start, stop } = createScriptorium({ storage: sqliteStorage({ path }) });
  await start();
  const settings = { host: "127.0.0.1", port: post.port, from: "anna@example.com", allowPlain: true };
  const account = await kernel.accounts.create({ kind: "mail", name: "post", settings });
  const task = await kernel.tasks.create("postemailer", {
    ...{ articleFolder: folder, smtpIds: [account.id], recipientsFile: ["secret@blog.test"] },
    ...{ sendNow: true, delay: 0, maxPerHour: 0 },
  });
  await stop();

  const id = task._id;
  const choice = { storage: "sqlite", options: { path }, web: { allowPrivate: ["127.0.0.1"] }, sourceRoots: [folder] };
  const started = async () => {
    server = await startServer(choice).ready;
    connection.close();
    connection = connectionTo(server.address);
  };
  onTestFinished(() => server?.kill());
  await started();
  await connection.call(`/project/run/${id}`);
  await killed.promise;
  await started();
  await again.promise;
  await started();
  let status = "";
  while (status !== "complete" && status !== "failed") {
    await wait(50);
    status = (await connection.call(`/project/status/${id}`)).result[0].status;
  }
  const [{ rows }] = (await connection.call("/stored", [id])).result as [{ readonly rows: readonly Row[] }];
  connection.close();

  expect(status).toBe("complete");
  const came = await Promise.all(post.mails.map(async ({ raw }) => (await simpleParser(raw)).messageId));
  expect(new Set(came).size).toBe(came.length);
  expect(rows.map(({ file }) => file)).toEqual(FILES);
  const sent = rows.filter((row) => row.status === "sent");
  const open = rows.filter((row) => row.status === "uncertain");
  expect(sent.length + open.length).toBe(FILES.length);
  expect(open.length).toBeLessThanOrEqual(2);
  expect(sent.filter(({ messageId }) => !came.includes(messageId))).toEqual([]);
  // Of the two that nobody knows of, one came and one did not; both are named.
  expect(came.filter((messageId) => !rows.some((row) => row.messageId === messageId))).toEqual([]);
  for (const row of open) expect(row.error).toContain("is not known");
});
