import { z } from "zod";
import { basic, type JsonObject } from "../../kernel/index.js";
import { type AccountKind, textOf } from "./account-kind.js";
import { line, port, truth, yesOrNo } from "./setting-fields.js";

/** Where TLS begins with the connection; elsewhere STARTTLS turns to it. */
const TLS_PORT = 465;
const MAIL_ADDRESS =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const HOST =
  /^(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?)*\.?|\[?[0-9a-f:.]+\]?)$/i;
const DOMAIN_NAME = /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i;
const PRIVATE_KEY = /^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]+-----END (?:[A-Z]+ )?PRIVATE KEY-----\s*$/;

const dkim = z.looseObject(
  { domain: line("dkim.domain"), selector: line("dkim.selector") },
  { error: '"dkim" must be an object such as {"domain": "example.com", "selector": "mail"}.' },
);

const settings = z.looseObject({
  host: basic(line("host").describe("The mail server."), "smtp.example.com"),
  port: basic(port("port").describe("465 where TLS begins with the connection, otherwise 587 if left out."), 587),
  secure: z
    .preprocess(truth, z.boolean({ error: '"secure" must be true or false.' }).optional())
    .describe("TLS from the beginning, as usual at port 465; otherwise STARTTLS turns to it."),
  username: basic(line("username").describe("The login.")),
  from: basic(
    line("from").describe("The address that messages come from; the login where that is an address."),
    "office@example.com",
  ),
  fromName: basic(line("fromName").describe("The name that is shown with it.")),
  group: line("group").describe("The group it belongs to, which tasks name as `group:news`."),
  allowPlain: yesOrNo("allowPlain", false).describe("Lets mail and password go without TLS."),
  allowSelfSigned: yesOrNo("allowSelfSigned", false).describe("Takes a certificate that nobody vouches for."),
  // Null takes it away again, and what is stored is merged.
  dkim: z
    .preprocess((value) => (value === null ? {} : value), dkim.optional())
    .describe("The domain and the selector of the DKIM key that signs messages."),
});

/** What mail is sent by. */
export const mailKind: AccountKind = {
  kind: "mail",
  title: "mail account",
  settings,
  secrets: ["password", "dkimKey"],
  secretMeanings: {
    password: "The password of the login, or an app password of the mail provider.",
    dkimKey: "The private key that signs messages, in the PEM form.",
  },
  usual(mail) {
    const { port = mail["secure"] === true ? TLS_PORT : 587, secure = port === TLS_PORT } = mail;
    const from = textOf(mail, "from");
    const username = textOf(mail, "username");
    return { port, secure, from: from === "" && username.includes("@") ? username : from };
  },
  problems(mail, secrets) {
    const host = textOf(mail, "host");
    const from = textOf(mail, "from");
    const problems: string[] = [];
    if (host === "") problems.push('The field "host" is missing. Give the mail server, such as smtp.example.com.');
    else if (!HOST.test(host)) {
      problems.push('"host" must be the name of a server alone, such as smtp.example.com. Give the port in "port".');
    }
    if (from === "") problems.push('The field "from" is missing. Give the address that messages come from.');
    else if (!MAIL_ADDRESS.test(from)) {
      problems.push('"from" must be one mail address without a name. Give the name in "fromName".');
    }
    const dkimKey = secrets.get("dkimKey");
    if (dkimKey && !PRIVATE_KEY.test(dkimKey.trim())) {
      problems.push('"dkimKey" is no private key in the PEM form. Give it whole, with its BEGIN and END lines.');
    }
    const { domain, selector } = dkimOf(mail);
    if (secrets.has("dkimKey") && (domain === "" || selector === "")) {
      problems.push('A DKIM key needs "dkim.domain" and "dkim.selector". Give both.');
    }
    if ([domain, selector].some((name) => name !== "" && !DOMAIN_NAME.test(name))) {
      problems.push('"dkim.domain" and "dkim.selector" must be names of DNS, such as example.com and mail.');
    }
    return problems;
  },
  notes(mail, secrets) {
    const { domain } = dkimOf(mail);
    const { port, secure } = mail;
    return [
      ...(port === 587 && secure === true
        ? ['"secure" is true at port 587, where TLS usually begins by STARTTLS. Set it to false if the test fails.']
        : []),
      ...(textOf(mail, "username") !== "" && !secrets.has("password")
        ? ['The mail account has a username and no password yet, so nothing can be sent. Give it as "password".']
        : []),
      ...(domain !== "" && !secrets.has("dkimKey")
        ? ['Messages are not signed, because there is no DKIM key. Give it as "dkimKey".']
        : []),
    ];
  },
  place: (mail) => textOf(mail, "host").toLowerCase(),
  usualName: (mail) => textOf(mail, "from") || textOf(mail, "host"),
};

function dkimOf(mail: JsonObject): { readonly domain: string; readonly selector: string } {
  const dkim = (mail["dkim"] ?? {}) as JsonObject;
  return { domain: textOf(dkim, "domain"), selector: textOf(dkim, "selector") };
}
