import { afterEach, describe, expect, it } from "vitest";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { type JsonObject, type Kernel, MASK, type NewAccount } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { all, codeOf, STORAGES, startedKernel } from "./world.js";

const open: Kernel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((kernel) => kernel.stop()));
});
async function accountsOn(storage = memoryStorage(), secrets = ephemeralKey()) {
  const kernel = await startedKernel({ storage, secrets });
  open.push(kernel);
  return kernel.accounts;
}

const blog: NewAccount = {
  kind: "blog",
  name: "My blog",
  settings: { url: "https://blog.example", user: "me", proxy: { host: "p", password: "proxy secret" } },
  secrets: { password: "blog secret", "a/b~c": "odd" },
};

describe.each(STORAGES)("accounts on $name storage", ({ create }) => {
  it("show their settings with masks, and open with their secrets, by id and by name", async () => {
    const accounts = await accountsOn(create());
    const made = await accounts.create(blog);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      kind: "blog",
      name: "My blog",
      settings: { url: "https://blog.example", user: "me", proxy: { host: "p", password: MASK } },
      secrets: { password: MASK, "a/b~c": MASK },
      createdAt: expect.any(String) as string,
      updatedAt: made.createdAt,
    });
    for (const reference of [made.id, { kind: "blog", name: "My blog" }]) {
      expect(await accounts.get(reference)).toEqual(made);
      expect(await accounts.secretsOf(reference)).toEqual(blog.secrets);
      const { id, kind, name } = made;
      expect(await accounts.opened(reference)).toEqual({ ...blog, id, kind, name });
    }
    expect(await all(accounts.list())).toEqual([made]);
  });

  it("keep what a mask represents, merge settings, and forget what is emptied", async () => {
    const accounts = await accountsOn(create());
    const { id, ...shown } = await accounts.create(blog);
    const same = await accounts.update(id, { settings: shown.settings, secrets: shown.secrets });
    expect(same).toMatchObject({ settings: shown.settings, secrets: shown.secrets });
    await accounts.update(id, { name: "Renamed", settings: { user: "you", proxy: { host: "q" } } });
    expect(await accounts.opened(id)).toMatchObject({
      name: "Renamed",
      settings: { url: "https://blog.example", user: "you", proxy: { host: "q", password: "proxy secret" } },
      secrets: blog.secrets,
    });
    const changed = await accounts.update(id, { secrets: { password: "", "a/b~c": null, token: "new" } });
    expect(changed.secrets).toEqual({ token: MASK });
    expect(await accounts.secretsOf(id)).toEqual({ token: "new" });
    expect(await codeOf(accounts.update(id, { secrets: { password: MASK } }))).toBe("ACCOUNT_REFUSED");
    expect(await codeOf(accounts.update(id, { settings: { apiKey: MASK } }))).toBe("ACCOUNT_REFUSED");
  });

  it("have a name of their own within their kind, also when many ask for it at once", async () => {
    const accounts = await accountsOn(create());
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(accounts.create(blog))));
    expect(codes.sort()).toEqual([...Array.from({ length: 9 }, () => "ACCOUNT_TAKEN"), "no error"]);
    const other = await accounts.create({ kind: "mail", name: "My blog" });
    await accounts.create({ kind: "mail", name: "Mine" });
    expect(await codeOf(accounts.update(other.id, { name: "Mine" }))).toBe("ACCOUNT_TAKEN");
    expect((await accounts.update(other.id, { name: "Yours" })).name).toBe("Yours");
    expect((await all(accounts.list({ kind: "mail" }))).map(({ name }) => name)).toEqual(["Yours", "Mine"]);
    expect((await all(accounts.list({ offset: 1, limit: 1 }))).map(({ name }) => name)).toEqual(["Yours"]);
    expect(await accounts.delete({ kind: "blog", name: "My blog" })).toBe(true);
    expect(await accounts.delete({ kind: "blog", name: "My blog" })).toBe(false);
    expect(await codeOf(accounts.create(blog))).toBe("no error");
  });

  it("keep an id that they are given, which no other account can have", async () => {
    const accounts = await accountsOn(create());
    const made = await accounts.create({ ...blog, id: "Blog_1-a" });
    expect(made.id).toBe("Blog_1-a");
    expect(await accounts.secretsOf("Blog_1-a")).toEqual(blog.secrets);
    expect(await codeOf(accounts.create({ kind: "mail", name: "Other", id: "Blog_1-a" }))).toBe("ACCOUNT_TAKEN");
    const many = Array.from({ length: 5 }, (_, index) => ({ kind: "mail", name: `Mine ${index}`, id: "same" }));
    const codes = await Promise.all(many.map((one) => codeOf(accounts.create(one))));
    expect(codes.sort()).toEqual([...Array.from({ length: 4 }, () => "ACCOUNT_TAKEN"), "no error"]);
    expect(await all(accounts.list())).toHaveLength(2);
  });

  it("take in all changes that are made at the same moment", async () => {
    const accounts = await accountsOn(create());
    const { id } = await accounts.create(blog);
    const names = Array.from({ length: 20 }, (_, index) => `key${index}`);
    await Promise.all(names.map((name) => accounts.update(id, { secrets: { [name]: `value of ${name}` } })));
    expect(await accounts.secretsOf(id)).toEqual({
      ...blog.secrets,
      ...Object.fromEntries(names.map((name) => [name, `value of ${name}`])),
    });
  });
});

describe("accounts", () => {
  it("that are not there are reported by name, and nothing is made of it", async () => {
    const accounts = await accountsOn();
    await accounts.create(blog);
    for (const reference of ["", "__proto__", "unknown\u0007", { kind: "blog", name: "Other" }]) {
      expect(await codeOf(accounts.get(reference))).toBe("ACCOUNT_NOT_FOUND");
      expect(await codeOf(accounts.update(reference, {}))).toBe("ACCOUNT_NOT_FOUND");
      expect(await codeOf(accounts.secretsOf(reference))).toBe("ACCOUNT_NOT_FOUND");
      expect(await accounts.delete(reference)).toBe(false);
    }
    await expect(accounts.get({ kind: "blog", name: "Other" })).rejects.toThrow('"Other"');
  });

  it.each<[string, Record<string, unknown>]>([
    ["no kind", { kind: "" }],
    ["a kind in capitals", { kind: "Blog" }],
    ["a kind of 65 characters", { kind: "k".repeat(65) }],
    ["the kind that the server uses itself", { kind: "scriptorium" }],
    ["an empty id", { id: "" }],
    ["an id of 65 characters", { id: "i".repeat(65) }],
    ["an id with a slash", { id: "a/b" }],
    ["an id that is a number", { id: 5 }],
    ["no name", { name: "" }],
    ["blanks around the name", { name: " a" }],
    ["a name of 201 characters", { name: "n".repeat(201) }],
    ["a NUL character in the name", { name: "a\0b" }],
    ["settings that are a list", { settings: [] }],
    ["settings with a name of the prototype", { settings: JSON.parse('{"__proto__": 1}') as JsonObject }],
    ["settings with half of a surrogate pair", { settings: { x: "\ud800" } }],
    ["settings of 300,000 characters", { settings: { x: "x".repeat(300_000) } }],
    ["a secret that is a number", { secrets: { pin: 1 } }],
    ["a secret that is a list", { secrets: { pin: ["a"] } }],
    ["a mask for a secret", { secrets: { pin: MASK } }],
    ["a secret under a name of the prototype", { secrets: JSON.parse('{"__proto__": "x"}') as JsonObject }],
  ])("with %s are refused and not stored", async (_name, wrong) => {
    const accounts = await accountsOn();
    const account = { ...blog, ...wrong } as NewAccount;
    expect(await codeOf(accounts.create(account))).toBe("ACCOUNT_REFUSED");
    expect(await all(accounts.list())).toEqual([]);
    const { id } = await accounts.create(blog);
    const { kind: _kind, id: _id, ...changes } = account;
    if (!("kind" in wrong) && !("id" in wrong))
      expect(await codeOf(accounts.update(id, changes))).toBe("ACCOUNT_REFUSED");
    expect(await accounts.secretsOf(id)).toEqual(blog.secrets);
  });

  it("without a key can have no secrets", async () => {
    const kernel = await startedKernel({});
    open.push(kernel);
    expect(await codeOf(kernel.accounts.create(blog))).toBe("SECRETS_UNAVAILABLE");
    const { id } = await kernel.accounts.create({ kind: "blog", name: "open", settings: { url: "u" } });
    expect(await kernel.accounts.secretsOf(id)).toEqual({});
  });

  it("cannot be opened with another key, and what was encrypted for a task cannot pass for theirs", async () => {
    const storage = memoryStorage();
    const box = ephemeralKey();
    const { id } = await (await accountsOn(storage, box)).create(blog);
    expect(await codeOf((await accountsOn(storage)).secretsOf(id))).toBe("SECRET_UNREADABLE");
    const account = (await storage.accounts.get(id))!;
    const sealed = { "/secrets/password": await box.seal("of a task", "/secrets/password") };
    await storage.accounts.replace({ ...account, sealed, revision: account.revision + 1 });
    await expect((await accountsOn(storage, box)).secretsOf(id)).rejects.toThrow("moved");
  });
});
