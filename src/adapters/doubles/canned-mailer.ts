import { mailPlaces } from "../../engines/mail-places.js";
import { mailProblem } from "../../engines/mail-problems.js";
import { type MailAccount, type MailerProvider, type OutgoingMail, ScriptoriumError } from "../../kernel/index.js";

export interface CannedMailer extends MailerProvider {
  /** Every message that was sent so far, with its account, in order. */
  readonly sent: readonly { readonly accountId: string; readonly mail: OutgoingMail }[];
}

/** Sends from these accounts, to nobody; `answer` may throw instead of a message being sent. */
export function cannedMailer(
  accounts: readonly Pick<MailAccount, "id" | "from">[],
  answer: (mail: OutgoingMail, count: number) => void = () => {},
): CannedMailer {
  const sent: { accountId: string; mail: OutgoingMail }[] = [];
  const all = accounts.map(
    (one): MailAccount => ({
      ...{ name: one.id, server: "mail.test:587", fromName: "", group: "", signsWithDkim: false },
      ...one,
    }),
  );
  const account = (id: string) => {
    const found = all.find((one) => one.id === id);
    if (found !== undefined) return found;
    throw new ScriptoriumError("ACCOUNT_NOT_FOUND", `There is no mail account "${id}". List the accounts.`);
  };
  const checked = (accountId: string | undefined, mail: OutgoingMail) => {
    const from = mail.from?.address ?? (accountId === undefined ? "sender@example.invalid" : account(accountId).from);
    const problem = mailProblem(mail);
    if (problem !== undefined) throw new ScriptoriumError("bad-input", problem);
    return { from, messageId: `<${mail.messageKey}@${from.split("@")[1]}>` };
  };
  const place = mailPlaces();
  return {
    sent,
    place: async (of, wanted) => place(of, wanted),
    async accounts(ids) {
      return [...new Set(ids)].map(account);
    },
    async check(accountId, { signal }) {
      signal.throwIfAborted();
      const { server, id } = account(accountId);
      return { secured: true, login: id, says: `${server} takes the login "${id}" over TLS.` };
    },
    async send(accountId, mail, { signal }) {
      signal.throwIfAborted();
      const { messageId } = checked(accountId, mail);
      answer(mail, sent.length);
      sent.push({ accountId, mail });
      return { messageId, says: "250 Taken" };
    },
    async compose(accountId, mail) {
      const { from, messageId } = checked(accountId, mail);
      const head = [`From: ${from}`, `To: ${mail.to}`, `Subject: ${mail.subject}`, `Message-ID: ${messageId}`];
      const headers = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`);
      return Buffer.from([...head, ...headers, "", mail.text ?? mail.html ?? "", ""].join("\r\n"));
    },
  };
}
