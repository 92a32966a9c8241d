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

describe("settings that cannot be used are refused in our words", () => {
  const refusal = (flags: Record<string, unknown>, environment: NodeJS.ProcessEnv = {}): string => {
    try {
      readSettings(flags, environment);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  const inFile = (content: Record<string, unknown>) => {
    const path = join(mkdtempSync(join(root, "config-")), "config.json");
    writeFileSync(path, JSON.stringify(content));
    return { config: path };
  };

  it.each([
    [
      { storage: "papyrus" },
      '--storage is "papyrus". Use "memory", "sqlite", "file" or "postgres". Correct it and start again.',
    ],
    [{ port: "eight" }, '--port is "eight". It must be a whole number from 0 to 65535. Correct it and start again.'],
    [{ work: "perhaps" }, "--work cannot be used: write true or false. Correct it and start again."],
    [{ "type-limits": "a=many" }, /^--type-limits cannot be used: write each limit as type=1/],
  ])("as the flag was written: %j", (flags, message) => {
    expect(refusal({ config: none, ...flags })).toMatch(message);
  });

  it("as the variable, and as the member of the config file", () => {
    expect(refusal({ config: none }, { SCRIPTORIUM_STORAGE: "papyrus" })).toMatch(
      /^SCRIPTORIUM_STORAGE is "papyrus"\. Use "memory", /,
    );
    expect(refusal(inFile({ logLevel: "loud" }))).toBe(
      '"logLevel" in the config file is "loud". Use "debug", "info", "warn" or "error". Correct it and start again.',
    );
    expect(refusal(inFile({ allowHost: 7 }))).toBe(
      '"allowHost" in the config file is 7. It must be a list or a text. Correct it and start again.',
    );
  });

  it("all at once, a line each, with the nearest names of those that there are not", () => {
    const message = refusal(
      { ...inFile({ storge: "file", porridge: 1, keepRuns: 0 }), edition: "full" },
      { SCRIPTORIUM_LOG_LEVL: "warn", SCRIPTORIUM_PORT: "-1", SCRIPTORIUM_OTHER_PROGRAM: "x" },
    );
    expect(message).toContain('a setting "storge" that this version does not know. Did you mean "storage"?');
    expect(message).toContain('a setting "porridge" that this version does not know. There are port, host, ');
    expect(message).toContain('"keepRuns" in the config file is 0. It must be a whole number from 1 to 100000.');
    expect(message).toContain('--edition is "full". Use "fuller" or "reduced".');
    expect(message).toContain("There is no setting SCRIPTORIUM_LOG_LEVL. Did you mean SCRIPTORIUM_LOG_LEVEL?");
    expect(message).toContain('SCRIPTORIUM_PORT is "-1". It must be a whole number from 0 to 65535.');
    expect(message.split("\n")).toHaveLength(7);
    expect(message).toMatch(/\nCorrect them and start again\.$/);
    expect(message).not.toMatch(/OTHER|invalid|expected|received/i);
  });
});
