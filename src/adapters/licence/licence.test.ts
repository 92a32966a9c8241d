import { expect, it } from "vitest";
import { createLicence } from "./index.js";

it("without accounts every login that looks like an e-mail address is entitled", async () => {
  const licence = createLicence();
  expect(await licence.entitled("ann@example.com", "paraphrase")).toBe(true);
  for (const login of ["", "ann", "ann@", "@example.com", "a nn@example.com"]) {
    expect(await licence.entitled(login, "paraphrase")).toBe(false);
  }
});

it("with accounts only those are entitled, whatever their case", async () => {
  const licence = createLicence({ accounts: ["Ann@Example.com", " bob@example.com "] });
  expect(await licence.entitled("ann@example.COM", "paraphrase")).toBe(true);
  expect(await licence.entitled("bob@example.com", "paraphrase")).toBe(true);
  expect(await licence.entitled("eve@example.com", "paraphrase")).toBe(false);
});
