import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { packagePath } from "./package-path.js";

it("finds a part of the package from wherever this module is", () => {
  expect(existsSync(packagePath("data", "english"))).toBe(true);
});

it("says which part is missing", () => {
  expect(() => packagePath("dist", "nowhere", "worker.js")).toThrow(
    expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining("dist/nowhere/worker.js") }),
  );
});
