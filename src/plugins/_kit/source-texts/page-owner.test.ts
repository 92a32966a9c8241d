import { describe, expect, it } from "vitest";
import { pageOwner } from "./page-owner.js";

describe("who owns a page", () => {
  it.each([
    ["<title>Mending gates | Harbour Mutual</title>", { owners: ["Harbour Mutual"] }],
    ["<title>Gates &#8211; Fences &amp; Gates</title>", { owners: ["Fences & Gates"] }],
    ["<title>Gates - by Ruth Ashdown</title>", {}],
    ["<title>Mending gates</title>", {}],
    [
      '<link rel="canonical" href="https://www.harbourmutual.example/gates"><footer>&copy; 2021-2024 Harbour Mutual. All rights reserved</footer>',
      { owners: ["Harbour Mutual"], host: "www.harbourmutual.example" },
    ],
    ["<footer>\u00a9 2020 Death by Numbers</footer>", {}],
    ["", {}],
  ])("%j", (html, owner) => {
    expect(pageOwner(html)).toEqual(owner);
  });
});
