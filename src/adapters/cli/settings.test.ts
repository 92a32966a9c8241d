import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSettings } from "./settings.js";

const root = mkdtempSync(join(tmpdir(), "scriptorium-settings-"));
afterAll(() => rmSync(root, { recursive: true }));

function fromFile(content: Record<string, unknown>) {
  const path = join(mkdtempSync(join(root, "config-")), "config.json");
  writeFileSync(path, JSON.stringify(content));
  return readSettings({ config: path }, {});
}
const none = join(root, "none.json");
writeFileSync(none, "{}");

describe("the settings of the web", () => {
  it("are without contact and proxies, and keep 256 MB of pages, when nothing is said", () => {
    expect(readSettings({ config: none }, {})).toMatchObject({
      contact: "",
      userAgent: "",
      proxyPools: {},
      webCacheMb: 256,
    });
  });

  it("name pools of proxies in the file as an object", () => {
    const proxyPools = { slow: ["http://a:3128", "socks5://u:p@b:1080"], other: ["http://c:3128"] };
    expect(fromFile({ proxyPools }).proxyPools).toEqual(proxyPools);
  });

  it("name them elsewhere as text, whose passwords may hold what separates names", () => {
    const text = " slow = http://u:a=b,c@a:3128  socks5://b:1080 ; other=http://c:3128;";
    const expected = { slow: ["http://u:a=b,c@a:3128", "socks5://b:1080"], other: ["http://c:3128"] };
    expect(readSettings({ config: none }, { SCRIPTORIUM_PROXY_POOLS: text }).proxyPools).toEqual(expected);
    expect(readSettings({ config: none, "proxy-pools": text }, {}).proxyPools).toEqual(expected);
  });

  it.each([
    ["a pool without proxies", { slow: [] }],
    ["a pool that is no list", { slow: "http://a:3128" }],
    ["a proxy that is no text", { slow: [1] }],
    ["a pool without a name", { "": ["http://a:3128"] }],
    ["proxies without a pool", "http://a:3128"],
    ["a name without proxies", "slow="],
    ["a list", ["http://a:3128"]],
  ])("are refused with %s", (_what, proxyPools) => {
    expect(() => fromFile({ proxyPools })).toThrow(
      expect.objectContaining({
        code: "CONFIG_INVALID",
        message: expect.stringContaining('"proxyPools" in the config file cannot be used: write each pool as'),
      }),
    );
  });

  it.each([-1, "much"])("are refused with %j megabytes of pages", (webCacheMb) => {
    expect(() => fromFile({ webCacheMb })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});
