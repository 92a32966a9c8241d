import { isPlainObject } from "../../kernel/index.js";
import type { AccountKind } from "./account-kind.js";

/** Names under which other programs keep what an account has, without blanks, signs and capitals. */
const BLOG_NAMES = {
  id: ["id", "blogid", "siteid"],
  name: ["name", "title", "label", "blogname", "sitename"],
  kind: ["kind", "type", "platform", "cms"],
  url: ["url", "site", "siteurl", "blog", "blogurl", "address", "website", "link", "domain", "wpurl", "endpoint"],
  username: ["username", "user", "login", "userlogin", "wpuser", "account"],
  password: [
    "password",
    "pass",
    "pwd",
    "apppassword",
    "applicationpassword",
    "wppassword",
    "key",
    "adminkey",
    "secret",
  ],
  group: ["group", "groupname", "category", "folder"],
  api: ["api", "protocol"],
  allowHttp: ["allowhttp"],
} as const;

const MAIL_NAMES = {
  id: ["id", "smtpid", "accountid"],
  name: ["name", "title", "label", "accountname"],
  host: ["host", "server", "smtp", "smtphost", "smtpserver", "hostname", "mailserver"],
  port: ["port", "smtpport"],
  secure: ["secure", "tls", "ssl"],
  username: ["username", "user", "login", "smtpuser", "smtpusername", "account"],
  password: ["password", "pass", "pwd", "apppassword", "smtppassword", "smtppass", "secret"],
  from: ["from", "fromaddress", "sender", "email", "mail", "fromemail"],
  fromName: ["fromname", "sendername", "displayname"],
  group: ["group", "groupname", "category", "folder"],
  allowPlain: ["allowplain"],
  dkimKey: ["dkimkey", "dkimprivatekey"],
  "dkim.domain": ["dkimdomain"],
  "dkim.selector": ["dkimselector"],
} as const;

const NAMES: Readonly<Record<AccountKind["kind"], Readonly<Record<string, readonly string[]>>>> = {
  blog: BLOG_NAMES,
  mail: MAIL_NAMES,
};

/** What lists of accounts say and imports have no use for. */
const PASSED_OVER = new Set(["haspassword", "createdat", "updatedat"]);

/** The values of a row by the names that an account has for them; what is empty counts as left out. */
export type AccountRow = ReadonlyMap<string, string | boolean>;

/** Reads rows under names that are matched loosely. */
export function rowReader(kind: AccountKind["kind"]) {
  const known = new Map(Object.entries(NAMES[kind]).flatMap(([field, names]) => names.map((name) => [name, field])));
  const unread = new Set<string>();
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return {
    /** Names that no row has a use for. */
    unread,
    /** Undefined for what is no row. A field that comes twice has its first value. */
    read(row: unknown): AccountRow | undefined {
      if (!isPlainObject(row)) return undefined;
      const values = new Map<string, string | boolean>();
      for (const [name, value] of Object.entries(row)) {
        const field = known.get(plain(name));
        if (field === undefined) {
          if (!PASSED_OVER.has(plain(name))) unread.add(name);
        } else if (!values.has(field) && (typeof value === "boolean" || typeof value === "number")) {
          values.set(field, typeof value === "number" ? String(value) : value);
        } else if (!values.has(field) && typeof value === "string" && value.trim() !== "") {
          values.set(field, field === "password" || field === "dkimKey" ? value : value.trim());
        }
      }
      return values;
    },
  };
}
