import { ScriptoriumError } from "../../kernel/errors.js";
import { runtimeImport } from "../../kernel/values/runtime-import.js";

type Composer = typeof import("nodemailer");
type Connection = typeof import("nodemailer/lib/smtp-connection").default;

export interface MailLibrary {
  readonly createTransport: Composer["createTransport"];
  readonly SmtpConnection: Connection;
}

let loading: Promise<MailLibrary> | undefined;

/** nodemailer, which is an optional peer, with the first message. Throws PROVIDER_MISSING where it is not installed. */
export function mailLibrary(): Promise<MailLibrary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<MailLibrary> {
  try {
    const [{ createTransport }, { default: SmtpConnection }] = await Promise.all([
      runtimeImport<Composer>("nodemailer"),
      runtimeImport<{ readonly default: Connection }>("nodemailer/lib/smtp-connection"),
    ]);
    return { createTransport, SmtpConnection };
  } catch (cause) {
    loading = undefined;
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    throw new ScriptoriumError(
      "PROVIDER_MISSING",
      "Mail needs the package nodemailer, which is not installed. Run `npm install nodemailer` and start again.",
      { provider: "mailer", package: "nodemailer" },
      { cause },
    );
  }
}
