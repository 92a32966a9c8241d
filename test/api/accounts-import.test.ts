import { afterEach, describe, expect, it } from "vitest";
import { accountServers } from "./accounts-world.js";

const servers = accountServers();
afterEach(servers.close);

const csv = (text: string) => ({ format: "csv", text });
const became = (answer: { result: { rows: readonly { became: string }[] } }) =>
  answer.result.rows.map((row) => row.became);

/** As another program left it. */
const SETTINGS = [
  { id: "5f3b2c", username: "anna", password: "one two three", url: "https://a.example", group: "news" },
  { id: 7, username: "ben", password: "four five six", url: "http://b.example/", group: "" },
  { id: "a b", username: "cleo", password: "seven eight", url: "https://c.example", group: "sport" },
  { id: "d-1", username: "dora", password: "nine ten", url: "d.example/blog/xmlrpc.php", group: "sport" },
];

describe("an import", () => {
  it("of an existing blog-settings.json keeps its ids, and says of every row what became of it", async () => {
    const { call, kernel } = await servers.start();
    const first = await call("POST", "/blogs/import", SETTINGS);
    expect(first.result).toMatchObject({ added: 2, changed: 0, same: 0, refused: 2, stored: true });
    expect(first.result.rows).toEqual([
      { row: 1, became: "added", id: "5f3b2c", name: "a.example" },
      { row: 2, became: "refused", code: "ACCOUNT_REFUSED", says: expect.stringMatching(/plain http/) },
      { row: 3, became: "refused", code: "ACCOUNT_REFUSED", says: expect.stringMatching(/"id" must be at most 64/) },
      { row: 4, became: "added", id: "d-1", name: "d.example/blog/xmlrpc.php" },
    ]);
    expect(await kernel.accounts.secretsOf("5f3b2c")).toEqual({ password: "one two three" });
    expect(await kernel.accounts.get("d-1")).toMatchObject({
      settings: { url: "https://d.example/blog/xmlrpc.php", group: "sport", kind: "wordpress" },
    });
    const changed = SETTINGS.map((row) => (row.id === "d-1" ? { ...row, password: "another", group: "" } : row));
    const again = await call("POST", "/blogs/import", { format: "json", text: JSON.stringify(changed) });
    expect(became(again)).toEqual(["same", "refused", "refused", "changed"]);
    expect(await kernel.accounts.opened("d-1")).toMatchObject({
      secrets: { password: "another" },
      settings: { group: "sport" },
    });
    for (const { password } of SETTINGS) expect(first.text + again.text).not.toContain(password);
  });

  it("of a table matches the names of its columns loosely", async () => {
    const { call, kernel } = await servers.start();
    const text = [
      "\uFEFFSite URL;User;Application Password;Group Name;Blog-Name;Rating",
      'https://a.example;anna;"pass; ""word""";news;A blog;5',
      "b.example;ben;secret two;;;",
      "",
      "https://a.example/;anna;third password;;;",
    ].join("\r\n");
    const { result, notes } = await call("POST", "/blogs/import", csv(text));
    expect(result.rows).toEqual([
      { row: 1, became: "added", id: expect.any(String), name: "A blog" },
      { row: 2, became: "added", id: expect.any(String), name: "b.example" },
      { row: 3, became: "added", id: expect.any(String), name: "a.example" },
    ]);
    expect(notes).toEqual(['The column "Rating" is not read.']);
    expect(await kernel.accounts.secretsOf({ kind: "blog", name: "A blog" })).toEqual({ password: 'pass; "word"' });
    // What was imported is known again by its address and login.
    expect(became(await call("POST", "/blogs/import", csv(`url,username,password\nb.example,ben,secret two`)))).toEqual(
      ["same"],
    );
  });

  it("stores nothing when a row is refused and all are wanted, and nothing in a dry run", async () => {
    const { call } = await servers.start();
    const whole = await call("POST", "/blogs/import?whole=true", SETTINGS);
    expect(became(whole)).toEqual(["left out", "refused", "refused", "left out"]);
    expect(whole.result.stored).toBe(false);
    expect(whole.notes).toEqual([expect.stringMatching(/^Nothing was stored, because rows were refused/)]);
    const dry = await call("POST", "/blogs/import?dryRun=true", SETTINGS);
    expect(became(dry)).toEqual(["added", "refused", "refused", "added"]);
    expect((await call("GET", "/blogs")).result).toEqual([]);
  });

  it("of mail accounts reads their columns", async () => {
    const { call } = await servers.start();
    const text =
      "SMTP host,Port,User,Password,E-Mail,From name,SSL\nsmtp.a.example,465,anna,p1 p2 p3,anna@a.example,Anna,yes\nsmtp.b.example,99999,x,y,b@b.example,,";
    const { result } = await call("POST", "/accounts/import?kind=mail", csv(text));
    expect(became({ result })).toEqual(["added", "refused"]);
    const [account] = (await call("GET", "/accounts?kind=mail")).result;
    expect(account).toMatchObject({
      name: "anna@a.example",
      settings: { host: "smtp.a.example", port: 465, secure: true, from: "anna@a.example", fromName: "Anna" },
    });
  });

  it("refuses what two rows claim, and what belongs to another account", async () => {
    const { call } = await servers.start();
    await call("POST", "/accounts", { kind: "provider", id: "key-1", name: "brave", secrets: { key: "sesame-1" } });
    const row = { username: "anna", password: "p q r s", url: "https://a.example" };
    const { result } = await call("POST", "/blogs/import", [
      { ...row, id: "x" },
      { ...row, id: "x", url: "https://b.example" },
      { ...row, id: "key-1" },
      { ...row, name: "N" },
      { ...row, name: "N", username: "ben" },
      { ...row, name: "group:x" },
    ]);
    expect(became({ result })).toEqual(["added", "refused", "refused", "added", "refused", "refused"]);
    expect(result.rows[1].says).toBe("The row has the id of row 1. Leave one of them out.");
    expect(result.rows[2].says).toMatch(/account of another kind, provider/);
    // An address that changes needs its password again.
    const moved = await call("POST", "/blogs/import", [{ id: "x", url: "https://evil.example", username: "anna" }]);
    expect(moved.result.rows[0]).toMatchObject({ became: "refused", says: expect.stringMatching(/another server/) });
  });

  it.each<[string, unknown, RegExp]>([
    ["no text", { format: "csv" }, /"text" is missing/],
    ["another format", { format: "xml", text: "<a/>" }, /"format" must be one of: csv, json/],
    ["broken JSON", { format: "json", text: '[{"password": "hunter2 hunter2"' }, /not valid JSON/],
    ["JSON that is no list", { text: '{"password": "hunter2 hunter2"}' }, /not in a list/],
    ["a table of one line", csv("hunter2 hunter2"), /no rows below its first/],
    ["an empty list", [], /list is empty/],
    ["too many rows", csv(`url\n${"x\n".repeat(5001)}`), /more than 5000 rows/],
  ])("is refused with %s, and does not repeat the text", async (_what, body, message) => {
    const { call } = await servers.start();
    const answer = await call("POST", "/accounts/import", body);
    expect(answer).toMatchObject({ success: false, message: expect.stringMatching(message) });
    expect(answer.text).not.toContain("hunter2");
  });

  it.each<[string, unknown]>([
    ["rows that are no objects", ["x", 5, null, [], [[]]]],
    ["columns of the prototype", csv("__proto__,constructor,url\na,b,c")],
    ["columns that come twice", csv("url,url,username\nhttps://a.example,https://b.example,anna")],
    ["a quote that never ends", csv(`url,username,password\n"https://a.example,anna,${"x".repeat(100_000)}`)],
    ["control characters", csv("url,username\nhttps://a.example,\u0007\u0000")],
    ["half of a surrogate pair", csv('url,username,name\nhttps://a.example,anna,"\ud800"')],
    ["a cell of a formula", csv("url,username\n=cmd|' /C calc'!A0,@SUM(1)")],
    ["texts for objects", [{ url: {}, username: [], password: { a: 1 } }]],
  ])("answers for %s row by row", async (_what, body) => {
    const { call } = await servers.start();
    const answer = await call("POST", "/blogs/import", body);
    expect(answer.status).toBe(200);
    if (answer.success) for (const row of answer.result.rows) expect(["refused", "added"]).toContain(row.became);
  });

  it("takes a list alone over JSON", async () => {
    const { call } = await servers.start();
    expect((await call("POST", "/blogs", [])).message).toMatch(/not an object/);
    expect((await call("POST", "/blogs/import", "5")).message).toMatch(/not an object/);
    expect((await call("POST", "/blogs/import?whole=perhaps", [])).message).toMatch(/"whole" cannot be/);
  });
});
