import { describe, expect, it } from "vitest";
import { expectEnvelope, expectRefusal, itStands, targetOfFile } from "./target.js";

const target = targetOfFile();

describe("an odd query string is answered", () => {
  it.each([
    ["", true],
    ["?", true],
    ["&&&===&", true],
    ["%", true],
    ["%zz=%zz", true],
    ["%00=%00", true],
    ["type=%00", true],
    ["type[$ne]=x", true],
    ["type=a&type=b", true],
    ["status=%27%20OR%201=1", true],
    ["group[]=1&group[x]=2", true],
    ["__proto__[polluted]=1&constructor[prototype][polluted]=1", true],
    ["name=__proto__", true],
    [`${"a=b&".repeat(2000)}`, true],
    ["limit=-1", false],
    ["limit=1.5", false],
    ["limit=1e9", false],
    ["limit=99999999999999999999", false],
    ["skip=NaN", false],
    ["skip=0x10", false],
    ["sort=__proto__", false],
    ["sort=$where", false],
    ["sort=a..b", false],
    ["sort=,", false],
    ["sort=a,b,c,d,e,f,g,h,i", false],
  ])("%s", async (query, success) => {
    for (const path of ["/all-projects", "/projects", "/task/find"]) {
      const reply = await target.ask("GET", `${path}?${query}`);
      expect(reply.status).toBe(200);
      expect(expectEnvelope(reply).success).toBe(success);
    }
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("an address that nobody knows is 404", () => {
  it.each([
    "/admin",
    "/.env",
    "/.git/config",
    "/index.html",
    "/favicon.ico",
    "/robots.txt",
    "/wp-login.php",
    "/etc/passwd",
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "/test/../../etc/passwd",
    "/TEST",
    "/test%20",
    "/test%00",
    "/test;x=1",
    "/test.json",
    "/test//",
    "/./test",
    "/%74est",
    "/__proto__",
    "/constructor",
    "/project%2Fdelete%2Fx",
    "/project/delete/x/y",
    "/projects/find/x",
    "/create/articlecreator/x",
    "/%",
    "/%00",
    "/%F0%9F%90%9D",
    `/${"x/".repeat(3000)}`,
  ])("%s", async (path) => {
    const before = await target.everything();
    const message = expectRefusal(await target.ask("GET", path), 404);
    expect(message).not.toContain("root:");
    expect(message.length).toBeLessThan(300);
    expect(await target.everything()).toBe(before);
  });
});

describe("a method that a path does not offer does nothing", () => {
  it.each(
    (
      "HEAD POST PUT PATCH DELETE TRACE PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK SEARCH REPORT MKACTIVITY CHECKOUT " +
      "MERGE M-SEARCH NOTIFY SUBSCRIBE UNSUBSCRIBE PURGE LINK UNLINK BIND REBIND UNBIND ACL MKCALENDAR"
    ).split(" "),
  )("%s", async (method) => {
    const before = await target.everything();
    for (const path of [`/project/delete/${target.bystander}`, "/create/articlecreator", "/task/start/x"]) {
      const reply = await target.ask(method, path);
      expect(reply.status).toBe(405);
      expect(reply.headers["allow"]).toBe("GET, OPTIONS");
      if (method === "HEAD") expect(reply.text).toBe("");
      else expectRefusal(reply);
    }
    expect(await target.everything()).toBe(before);
  });

  it.each(["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"])("%s is not heeded", async (name) => {
    const before = await target.everything();
    const reply = await target.ask("POST", `/project/delete/${target.bystander}?_method=GET`, {
      headers: { [name]: "GET" },
    });
    expectRefusal(reply, 405);
    expect((await target.envelope("GET", "/test", { headers: { [name]: "DELETE" } })).success).toBe(true);
    expect(await target.everything()).toBe(before);
  });
});

describe("creating by an odd name creates nothing", () => {
  it.each([
    "",
    "/",
    "teamaker",
    "articlecreator%00",
    "articlecreator%2F",
    "articlecreator;x=1",
    "articlecreator.",
    "articlecreator/x",
    "%2e%2e%2farticlecreator",
    "../articlecreator",
    "%D0%B0rticlecreator",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "<script>",
    "%",
    "x".repeat(5000),
    "_",
    "%20",
  ])("%s", async (name) => {
    const before = await target.everything();
    expectRefusal(await target.ask("GET", `/create/${name}`), 200, 404);
    expect(await target.everything()).toBe(before);
  });

  it.each(["articlecreator", "ARTICLECREATOR", "Article%20Creator", "article-creator/", "article_creator?x=1"])(
    "but %s is a name",
    async (name) => {
      const { result } = await target.envelope("GET", `/create/${name}`);
      expect(result.data).toMatchObject({ id: result.id, type: "article creator", jobName: "New Article Creator" });
      await target.kernel.tasks.delete(result.id);
    },
  );
});

itStands(target);
