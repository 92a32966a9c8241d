import assert from "node:assert/strict";
import type { OutgoingMail } from "../providers.js";
import { calm, failsWith, type ProviderCase, promises, refusesAborted } from "./provider-cases.js";

const mailTo = (to: string): OutgoingMail => ({
  to,
  subject: "Bees",
  text: "Bees make honey.",
  attachments: [],
  headers: {},
  messageKey: "contract-1",
  date: "2026-01-31T08:00:00Z",
});

/** Each would give the message to others or give it another header. */
const INJECTIONS: readonly Partial<OutgoingMail>[] = [
  { to: "a@x.test, b@y.test" },
  { to: "b@x.test\r\nBcc: evil@x.test" },
  { to: "group:a@x.test;" },
  { to: `${"a".repeat(10_000)}@x.test` },
  { subject: "Bees\r\nBcc: evil@x.test" },
  { from: { address: "a@x.test", name: "Anna\nBcc: evil@x.test" } },
  { replyTo: "a@x.test\rBcc: evil@x.test" },
  { headers: { "X-Note\r\nBcc": "evil@x.test" } },
  { headers: { "List-Unsubscribe": "<https://x.test>\r\nBcc: evil@x.test" } },
  { headers: { Bcc: "evil@x.test" } },
  { attachments: [{ fileName: "a\r\nX: y", bytes: new Uint8Array(1), type: "image/png" }] },
];

export const mailerCases: readonly ProviderCase<"mailer">[] = [
  promises("accounts come once each, and one that there is not is refused", async (mailer, { account, unknown }) => {
    const found = await mailer.accounts([account, account]);
    assert.deepEqual(
      found.map(({ id }) => id),
      [account],
    );
    await failsWith("ACCOUNT_NOT_FOUND", mailer.accounts([account, unknown]));
  }),
  promises("an account has so many places in an hour at a server, for all who ask", async (mailer) => {
    const account = { id: "contract", server: "mail.test:587" };
    const place = (key: string, minute: number, more: object = {}) =>
      mailer.place(account, { key, at: new Date(minute * 60_000).toISOString(), perHour: 2, earlier: [], ...more });
    assert.equal(await place("a", 0), undefined);
    assert.equal(await place("b", 10), undefined);
    assert.equal(await place("c", 20), "1970-01-01T01:00:00.000Z");
    assert.equal(await place("b", 20), undefined);
    assert.equal(await place("c", 60), undefined);
    assert.equal(await place("d", 61, { perHour: 0 }), undefined);
    const elsewhere = { ...account, server: "other.test:587" };
    const earlier = [1, 2].map((minute) => ({ key: `${minute}`, at: new Date(minute * 60_000).toISOString() }));
    const wanted = { key: "e", at: new Date(180_000).toISOString(), perHour: 2, earlier };
    assert.equal(await mailer.place(elsewhere, wanted), "1970-01-01T01:01:00.000Z");
  }),
  promises("a login that is taken is told in a sentence", async (mailer, { account }) => {
    assert.match((await mailer.check(account, { signal: calm() })).says, /\.$/);
  }),
  promises("a message is sent under the id made of its key, which its file has too", async (mailer, sample) => {
    const mail = mailTo(sample.to);
    const { messageId } = await mailer.send(sample.account, mail, { signal: calm() });
    assert.match(messageId, /^<contract-1@[^@<>\s]+>$/);
    const file = Buffer.from(await mailer.compose(sample.account, mail)).toString("latin1");
    assert.ok(file.includes(`Message-ID: ${messageId}\r\n`));
    assert.ok(file.includes("Bees make honey."));
  }),
  promises("a message is composed without an account", async (mailer, { to }) => {
    const file = Buffer.from(await mailer.compose(undefined, mailTo(to))).toString("latin1");
    assert.ok(file.includes("Subject: Bees\r\n"));
  }),
  promises("what would inject a header or a recipient is refused with bad-input", async (mailer, { account, to }) => {
    for (const injection of INJECTIONS) {
      const mail = { ...mailTo(to), ...injection };
      await failsWith("bad-input", mailer.send(account, mail, { signal: calm() }));
      await failsWith("bad-input", mailer.compose(account, mail));
    }
  }),
  refusesAborted((mailer, { account, to }, signal) => mailer.send(account, mailTo(to), { signal })),
];
