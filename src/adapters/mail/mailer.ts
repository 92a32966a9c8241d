import { mailPlaces } from "../../engines/mail-places.js";
import type { MailerProvider } from "../../kernel/index.js";
import { composed } from "./compose.js";
import { accountsNamed, type MailAccounts, mailLogin } from "./mail-accounts.js";
import { type OpenSocket, type SessionLimits, session } from "./session.js";

export interface MailerOptions extends SessionLimits {
  readonly accounts: MailAccounts;
  /** Opens the connections, which may refuse addresses. */
  readonly open: OpenSocket;
}

/** Sends mail over SMTP with nodemailer, one connection for each message. */
export function createMailer({ accounts, open, ...limits }: MailerOptions): MailerProvider {
  const place = mailPlaces();
  return {
    accounts: (ids) => accountsNamed(accounts, ids),
    place: async (account, wanted) => place(account, wanted),
    async check(accountId, { signal }) {
      signal.throwIfAborted();
      const login = await mailLogin(accounts, accountId);
      const { secured } = await session(login, undefined, { open, limits, signal });
      const { username, account } = login;
      const way = secured ? "over TLS" : "without TLS";
      const says =
        username === ""
          ? `${account.server} answers ${way}, without a login.`
          : `${account.server} takes the login "${username}" ${way}.`;
      return { secured, login: username, says };
    },
    async send(accountId, mail, { signal }) {
      signal.throwIfAborted();
      const login = await mailLogin(accounts, accountId);
      const message = await composed(login, mail);
      const { says } = await session(login, { ...message, to: mail.to.trim() }, { open, limits, signal });
      return { messageId: message.messageId, says };
    },
    async compose(accountId, mail) {
      const login = accountId === undefined ? undefined : await mailLogin(accounts, accountId);
      return (await composed(login, mail)).bytes;
    },
  };
}
