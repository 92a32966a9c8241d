/** An account of the kind `mail`, as tasks may see it. */
export interface MailAccount {
  /** As `smtpIds` names it. */
  readonly id: string;
  readonly name: string;
  /** `smtp.example.com:587`. */
  readonly server: string;
  /** The sender that its messages have when the task says none: an address. */
  readonly from: string;
  readonly fromName: string;
  /** Empty when it is in none. */
  readonly group: string;
  readonly signsWithDkim: boolean;
}

export interface MailAttachment {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
  /** By which the HTML shows it: `cid:<contentId>`. Absent for a plain attachment. */
  readonly contentId?: string;
}

/** A message among those that an account sends in an hour. */
export interface MailPlace {
  /** The same message has the same key, and one place. */
  readonly key: string;
  /** When it is sent: ISO 8601. */
  readonly at: string;
}

/** One message to one recipient. */
export interface OutgoingMail {
  /** The account's own where absent. */
  readonly from?: { readonly address: string; readonly name: string };
  readonly replyTo?: string;
  /** One address, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments: readonly MailAttachment[];
  /** `List-Unsubscribe` and the like. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its left part of the Message-ID, so that a message is known again: letters, digits and hyphens. */
  readonly messageKey: string;
  /** ISO 8601. */
  readonly date: string;
}

export interface SentMail {
  readonly messageId: string;
  /** What the server answered, in one line. */
  readonly says: string;
}

export interface MailCheck {
  readonly secured: boolean;
  readonly login: string;
  /** The plain answer: `smtp.example.com:587 takes the login "anna" over TLS.` */
  readonly says: string;
}

/**
 * Sends mail through the mail accounts of this server. Calls throw `auth` where the login is refused (535: nobody may go on trying),
 * `no-network`, `rate-limited` (4xx, with `waitMs`), `bad-input` for what the server refuses for good (5xx) and for anything that would
 * inject a header, and ACCOUNT_NOT_FOUND. Where the connection was lost after the message was given away, the error has the fact `uncertain: true`.
 */
export interface MailerProvider {
  /**
   * The accounts that these ids, names or `group:<name>` stand for, each once, in this order. Throws ACCOUNT_NOT_FOUND, and `auth` for
   * one whose password is not stored.
   */
  accounts(ids: readonly string[]): Promise<readonly MailAccount[]>;
  /**
   * Takes a place among the `perHour` messages that an account may send in an hour through its server (0: any number), and resolves
   * with undefined; where they are taken, by whichever task, with the time at which to ask again. What the process knew is gone
   * when it ends: `earlier` are places that the caller remembers of the last hour.
   */
  place(
    account: Pick<MailAccount, "id" | "server">,
    wanted: MailPlace & { readonly perHour: number; readonly earlier: readonly MailPlace[] },
  ): Promise<string | undefined>;
  /** Logs in and sends nothing. */
  check(accountId: string, options: { readonly signal: AbortSignal }): Promise<MailCheck>;
  send(accountId: string, mail: OutgoingMail, options: { readonly signal: AbortSignal }): Promise<SentMail>;
  /** The message as it would be sent, in the format of RFC 5322: an `.eml` file. Signed where the account has a key. */
  compose(accountId: string | undefined, mail: OutgoingMail): Promise<Uint8Array>;
}
