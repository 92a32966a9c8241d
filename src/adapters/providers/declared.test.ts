import { describe, expect, it } from "vitest";
import { PROVIDER_FAMILIES } from "../../provider-kinds.js";
import { declaredProviders, type ProviderSettings } from "./declared.js";

const declared = (settings: ProviderSettings, environment: Record<string, string> = {}) =>
  declaredProviders(settings, PROVIDER_FAMILIES, environment);
const ofSearch = (value: unknown, environment: Record<string, string> = {}) =>
  declared({ search: value, browser: "none", images: "none", video: "none" }, environment).map(
    ({ name, kind, address, key, isDefault }) => ({
      ...{ name, kind: kind.kind, address, key, isDefault },
    }),
  );

describe("providers by setting", () => {
  it("are a kind, an object or a list, and the usual one where a port is not named", () => {
    expect(ofSearch(undefined)).toEqual([
      { name: "wikipedia", kind: "wikipedia", address: "", key: undefined, isDefault: true },
    ]);
    expect(ofSearch("wikipedia")).toMatchObject([{ kind: "wikipedia", isDefault: false }]);
    expect(ofSearch("none")).toEqual([]);
    expect(ofSearch(["wikipedia", { kind: "searxng", name: "mine", address: "http://localhost:8888" }])).toMatchObject([
      { name: "wikipedia" },
      { name: "mine", kind: "searxng", address: "http://localhost:8888" },
    ]);
  });

  it("may be several where a port is not named", () => {
    const settings = { search: "none", browser: "none", video: "none" };
    expect(declared(settings).map(({ port, name, isDefault }) => [port, name, isDefault])).toEqual([
      ["images", "openverse", true],
      ["images", "wikimedia", true],
    ]);
    expect(declared({ ...settings, images: "none" })).toEqual([]);
    expect(() => declared({ ...settings, images: "unsplash" })).toThrow(
      /^providers\.images "unsplash" needs a key, and the variable SCRIPTORIUM_UNSPLASH_KEY is not set\./,
    );
  });

  it("have their key in a variable, an account, or in clear for those who insist", () => {
    expect(ofSearch("brave", { SCRIPTORIUM_BRAVE_KEY: "k" })).toMatchObject([
      { key: { variable: "SCRIPTORIUM_BRAVE_KEY" } },
    ]);
    expect(ofSearch({ kind: "brave", keyVariable: "MINE" }, { MINE: "k" })).toMatchObject([
      { key: { variable: "MINE" } },
    ]);
    expect(ofSearch({ kind: "brave", account: "brave" })).toMatchObject([{ key: { account: "brave" } }]);
    expect(ofSearch({ kind: "brave", key: "k", keyInFile: true })).toMatchObject([{ key: { text: "k" } }]);
  });

  it.each<[unknown, RegExp]>([
    ["searx", /^providers\.search has the kind "searx", which is not known\. Did you mean "searxng"\?$/],
    [5, /^providers\.search holds something without a kind\. Write a kind, such as "wikipedia"/],
    ["searxng", /^providers\.search "searxng" needs the address of its server\. Add "address"/],
    ["brave", /^providers\.search "brave" needs a key, and the variable SCRIPTORIUM_BRAVE_KEY is not set\./],
    [
      { kind: "brave", key: "k" },
      /^providers\.search "brave" has its key in clear\. Put it into the environment \(SCRIPTORIUM_BRAVE_KEY\)/,
    ],
    [{ kind: "brave", account: "a", keyVariable: "b" }, /has to say once where its key is/],
    [{ kind: "wikipedia", account: "a" }, /has a key, but Wikipedia needs none/],
    [{ kind: "wikipedia", adress: "x" }, /has an option "adress" that is not known\. Did you mean "address"\?/],
    [{ kind: "wikipedia", name: "a/b" }, /A "name" of providers\.search cannot be used/],
    [
      { kind: "custom", address: "http://a/?q={query}", method: "PUT" },
      /^The option "method" of providers\.search "custom" cannot be used: /,
    ],
    [
      { kind: "custom", address: "http://localhost/?q={query}", items: "hits" },
      /^The option "items" of providers\.search "custom" cannot be used: it is no JSON path, which begins with \$ as \$\.results\[\*\] does\. Correct it\.$/,
    ],
    [["wikipedia", "wikipedia"], /^Two providers of providers\.search have the name "wikipedia"/],
  ])("as %j are refused", (value, message) => {
    expect(() => ofSearch(value)).toThrow(message);
  });

  it("are refused all at once, a line each, with a port that there is not", () => {
    expect(() => declared({ serach: "wikipedia", search: "googel" })).toThrow(
      /^There is no kind of provider "serach"\. Did you mean "search"\?\nproviders\.search has the kind "googel", /,
    );
  });

  it("never show a key", () => {
    try {
      ofSearch({ kind: "brave", key: "sesame-4711" });
    } catch (error) {
      expect(JSON.stringify([error, String(error)])).not.toContain("sesame");
    }
    expect.assertions(1);
  });
});
