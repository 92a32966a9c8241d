import type { MailerProvider } from "../../kernel/index.js";
import type { MailerOptions } from "./mailer.js";

/** The mailer of `createMailer`, loaded with its first call. */
export function mailerWhenNeeded(options: MailerOptions): MailerProvider {
  let loading: Promise<MailerProvider> | undefined;
  const opened = () => {
    loading ??= import("./mailer.js").then(({ createMailer }) => createMailer(options));
    return loading;
  };
  return {
    accounts: async (ids) => (await opened()).accounts(ids),
    place: async (account, wanted) => (await opened()).place(account, wanted),
    check: async (accountId, call) => (await opened()).check(accountId, call),
    send: async (accountId, mail, call) => (await opened()).send(accountId, mail, call),
    compose: async (accountId, mail) => (await opened()).compose(accountId, mail),
  };
}
