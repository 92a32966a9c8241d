import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { ScriptoriumError } from "../../kernel/index.js";

/** What of a machine says where programs are. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  isProgram(path: string): boolean;
}

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];

/**
 * The program of a Chromium: the one that the settings name, else the first on PATH or in the usual places.
 * Throws no-browser when there is none.
 */
export function findChromium(path: string, machine: Machine = thisMachine()): string {
  if (path !== "") {
    if (machine.isProgram(path)) return path;
    throw noBrowser(
      "The option path of the browser provider names no program. Give the complete path of a Chromium or Chrome, or leave it out.",
    );
  }
  const found = places(machine).find((place) => machine.isProgram(place));
  if (found !== undefined) return found;
  throw noBrowser(
    "No Chromium or Chrome is installed on this machine. Install one (on Debian: apt install chromium), or name its program with the option path of the browser provider.",
  );
}

/** Whether one is installed. */
export function hasChromium(): boolean {
  const machine = thisMachine();
  return places(machine).some((place) => machine.isProgram(place));
}

/** There is no browser to start. */
export function noBrowser(message: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError("no-browser", message, {}, cause === undefined ? {} : { cause });
}

function places({ platform, env, home }: Machine): string[] {
  const folders = (env["PATH"] ?? "").split(platform === "win32" ? ";" : delimiter).filter((folder) => folder !== "");
  const ending = platform === "win32" ? ".exe" : "";
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, `${name}${ending}`)));
  return [...onPath, ...usualPlaces(platform, env, home)];
}

function usualPlaces(platform: NodeJS.Platform, env: Machine["env"], home: string): string[] {
  if (platform === "darwin") {
    const programs = ["Google Chrome", "Chromium", "Microsoft Edge"];
    return ["/Applications", join(home, "Applications")].flatMap((folder) =>
      programs.map((name) => join(folder, `${name}.app`, "Contents", "MacOS", name)),
    );
  }
  if (platform === "win32") {
    const folders = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => env[name] ?? []);
    const programs = ["Google\\Chrome\\Application\\chrome.exe", "Chromium\\Application\\chrome.exe"];
    return [...programs, "Microsoft\\Edge\\Application\\msedge.exe"].flatMap((program) =>
      folders.map((folder) => `${folder}\\${program}`),
    );
  }
  return [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
    "/var/lib/flatpak/exports/bin/org.chromium.Chromium",
  ];
}

function thisMachine(): Machine {
  return { platform: process.platform, env: process.env, home: homedir(), isProgram };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
