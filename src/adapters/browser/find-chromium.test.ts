import { describe, expect, it } from "vitest";
import { findChromium, type Machine } from "./find-chromium.js";

function machine(programs: readonly string[], more: Partial<Machine> = {}): Machine {
  return {
    platform: "linux",
    env: { PATH: "/usr/local/bin:/usr/bin" },
    home: "/home/ada",
    isProgram: (path) => programs.includes(path),
    ...more,
  };
}

describe("the program of the browser", () => {
  it("is the one that the settings name", () => {
    expect(findChromium("/opt/mine", machine(["/opt/mine", "/usr/bin/chromium"]))).toBe("/opt/mine");
  });

  it("is not another one when the one that the settings name is missing", () => {
    const find = () => findChromium("/opt/mine", machine(["/usr/bin/chromium"]));
    expect(find).toThrow(
      expect.objectContaining({
        code: "no-browser",
        message:
          "The option path of the browser provider names no program. Give the complete path of a Chromium or Chrome, or leave it out.",
      }),
    );
  });

  it.for([
    "/usr/local/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/local/bin/google-chrome-stable",
    "/usr/bin/microsoft-edge",
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
  ])("is found at %s", (path) => {
    expect(findChromium("", machine([path]))).toBe(path);
  });

  it("is the first on PATH before the usual places", () => {
    const both = machine(["/opt/google/chrome/chrome", "/usr/local/bin/chromium"]);
    expect(findChromium("", both)).toBe("/usr/local/bin/chromium");
  });

  it("is found where macOS and Windows have it", () => {
    const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    expect(findChromium("", machine([mac], { platform: "darwin" }))).toBe(mac);
    const windows = "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe";
    const env = { PROGRAMFILES: "C:\\Program Files" };
    expect(findChromium("", machine([windows], { platform: "win32", env }))).toBe(windows);
  });

  it("is missed in a sentence that says how to get one", () => {
    expect(() => findChromium("", machine([]))).toThrow(
      expect.objectContaining({
        code: "no-browser",
        message:
          "No Chromium or Chrome is installed on this machine. Install one (on Debian: apt install chromium), or name its program with the option path of the browser provider.",
      }),
    );
  });
});
