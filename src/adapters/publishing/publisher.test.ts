import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blogWorld, somePost } from "../../../test/doubles/blog-world.js";
import { ownError } from "../../../test/own-error.js";

const signal = new AbortController().signal;
let world: Awaited<ReturnType<typeof blogWorld>>;

beforeAll(async () => {
  world = await blogWorld();
});
afterAll(() => world.close());

describe("the blogs of the accounts", () => {
  it("are named by id, name and group, each once and in this order", async () => {
    const first = await world.blog({ url: "https://a.test", group: "news" }, "secret");
    const second = await world.blog({ kind: "folder", group: "news" });
    const third = await world.blog({ kind: "webhook", url: "https://c.test" });
    const blogs = await world.publisher.blogs([third, "group:news", first, "blog 2"]);
    expect(blogs.map(({ id }) => id)).toEqual([third, first, second]);
    expect(blogs[1]).toEqual({ id: first, name: "blog 1", kind: "wordpress", url: "https://a.test", group: "news" });
    expect(JSON.stringify(blogs)).not.toContain("secret");
  });

  it.each(["no such", "group:none", "group:", ""])("are refused when %j names none", async (id) => {
    expect((await ownError(world.publisher.blogs([id]))).code).toBe("ACCOUNT_NOT_FOUND");
  });

  it("are refused without the password they need, and with settings that cannot be used", async () => {
    const without = await world.blog({ url: "https://a.test" });
    expect(await ownError(world.publisher.blogs([without]))).toMatchObject({
      code: "auth",
      message: expect.stringContaining("has no stored password"),
    });
    const wrong = await world.blog({ url: "https://a.test", api: "soap" }, "x");
    expect(await ownError(world.publisher.blogs([wrong]))).toMatchObject({
      code: "bad-input",
      facts: { field: "api" },
    });
  });

  it("are those of accounts for blogs, and one that was removed is gone", async () => {
    const other = await world.kernel.accounts.create({ kind: "mail", name: "m", secrets: { password: "x" } });
    expect((await ownError(world.publisher.post(other.id, somePost(), { signal }))).code).toBe("ACCOUNT_NOT_FOUND");
    const gone = await world.blog({ url: "https://a.test" }, "x");
    await world.kernel.accounts.delete(gone);
    expect((await ownError(world.publisher.post(gone, somePost(), { signal }))).code).toBe("ACCOUNT_NOT_FOUND");
  });
});

it("a certificate that nobody vouches for is refused before anything is sent", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const make = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  execFileSync("openssl", [...make, "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", cert], { stdio: "ignore" });
  let asked = 0;
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
    asked += 1;
    response.end();
  });
  rmSync(folder, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const kind of ["wordpress", "webhook"]) {
      const id = await world.blog({ url, kind, api: "rest" }, "x");
      const error = await ownError(world.publisher.post(id, somePost(), { signal }));
      expect(error).toMatchObject({ code: "no-network", message: expect.stringMatching(/certificate/) });
      expect(error.facts["uncertain"]).toBeUndefined();
    }
    expect(asked).toBe(0);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
