import { z } from "zod";
import { BLOG_KINDS, basic } from "../../kernel/index.js";
import { type AccountKind, textOf } from "./account-kind.js";
import { choice, line, yesOrNo } from "./setting-fields.js";

const settings = z.looseObject({
  kind: basic(choice("kind", BLOG_KINDS, "wordpress").describe("What the blog is.")),
  url: basic(
    z
      .preprocess((value) => (typeof value === "string" ? withScheme(value.trim()) : value), line("url"))
      .describe("Its address; for a folder the name of the folder."),
    "https://blog.example",
  ),
  username: basic(line("username").describe("The login of a user who may write posts; WordPress alone needs it.")),
  group: basic(line("group").describe("The group it belongs to, which tasks name as `group:news`."), "news"),
  api: choice("api", ["auto", "rest", "xmlrpc"], "auto").describe("How a WordPress is spoken to."),
  allowHttp: yesOrNo("allowHttp", false).describe("Lets the password go over plain http."),
  format: choice("format", ["markdown", "html"]).describe("The files of a folder: Markdown where nothing is chosen."),
});

/** The Admin API key of Ghost: the id of the integration and its secret. */
const GHOST_KEY = /^[0-9a-f]{12,64}:[0-9a-f]{32,256}$/i;

/** Where posts go to. */
export const blogKind: AccountKind = {
  kind: "blog",
  title: "blog",
  settings,
  secrets: ["password"],
  secretMeanings: {
    password:
      "WordPress: an application password (users, profile). Ghost: the Admin API key of a custom integration. Webhook: what its messages are signed with. A folder needs none.",
  },
  problems(blog, secrets) {
    const kind = textOf(blog, "kind");
    const password = secrets.get("password");
    const problems = kind === "folder" ? folderProblems(textOf(blog, "url")) : addressProblems(blog);
    if (kind === "wordpress" && textOf(blog, "username") === "") {
      problems.push('The field "username" is missing. Give the login of a user of the blog who may write posts.');
    }
    if (kind === "wordpress" && textOf(blog, "username").includes(":")) {
      problems.push('"username" cannot hold a colon. Give the login alone, and the password in "password".');
    }
    if (kind === "ghost" && password && !GHOST_KEY.test(password)) {
      problems.push(
        '"password" is no Admin API key of Ghost, which has hexadecimal digits, a colon and more of them. Copy it from a custom integration of the blog.',
      );
    }
    return problems;
  },
  notes(blog, secrets) {
    const kind = textOf(blog, "kind");
    if (secrets.has("password") || (kind !== "wordpress" && kind !== "ghost")) return [];
    const what = kind === "ghost" ? "the Admin API key of Ghost" : "an application password of WordPress";
    return [`The blog has no password yet, so nothing can be posted. Give ${what} as "password".`];
  },
  place: (blog) => (textOf(blog, "kind") === "folder" ? "" : (URL.parse(textOf(blog, "url"))?.host ?? "")),
  usualName(blog) {
    const url = textOf(blog, "url");
    const { host, pathname } = URL.parse(url) ?? { host: url, pathname: "" };
    return `${host}${pathname.replace(/\/+$/, "")}`.slice(0, 150).trim();
  },
};

/** `blog.example/news` is meant to be at https. A folder has no scheme either. */
function withScheme(text: string): string {
  return /^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i.test(text) ? `https://${text}` : text;
}

function folderProblems(url: string): string[] {
  return url === "" ? ['The field "url" is missing. Give a name for the folder that the posts are written to.'] : [];
}

function addressProblems(blog: Parameters<AccountKind["problems"]>[0]): string[] {
  const text = textOf(blog, "url");
  if (text === "") return ['The field "url" is missing. Give the address of the blog, such as https://blog.example.'];
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    return ['"url" must be a web address. Write it as https://blog.example.'];
  }
  const problems: string[] = [];
  if (url.username !== "" || url.password !== "") {
    problems.push(
      '"url" holds a user name or password. Put them into "username" and "password", where they are encrypted.',
    );
  }
  if (url.protocol === "http:" && blog["allowHttp"] !== true) {
    problems.push(
      '"url" is plain http, over which everybody on the way can read the password. Use https, or set "allowHttp" to true if that is all right.',
    );
  }
  if (textOf(blog, "kind") !== "webhook" && (url.search !== "" || url.hash !== "")) {
    problems.push('"url" has something after a ? or #. Give the address of the blog alone.');
  }
  return problems;
}
