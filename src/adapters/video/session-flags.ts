import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ScriptoriumError, type WebSession } from "../../kernel/index.js";

/** The options of yt-dlp that say how the requests of a session are made; `turn` counts through its proxies. */
export async function sessionFlags(session: WebSession | undefined, folder: string, turn: number): Promise<string[]> {
  if (session === undefined) return [];
  if (session.proxyPool !== undefined) {
    throw new ScriptoriumError(
      "bad-input",
      'yt-dlp cannot use a pool of proxies of the settings. Give proxies in proxiesFile and set proxyMode to "list".',
      { field: "proxyId" },
    );
  }
  const { proxies = [], cookies = [], headers = {}, userAgent, delayMs, timeoutMs, retries } = session;
  const flags: string[] = [];
  const proxy = proxies[turn % Math.max(1, proxies.length)];
  if (proxy !== undefined) flags.push("--proxy", proxy);
  if (userAgent !== undefined) flags.push("--user-agent", userAgent);
  for (const [name, value] of Object.entries(headers)) flags.push("--add-headers", `${name}:${value}`);
  if (retries !== undefined) flags.push("--extractor-retries", String(retries));
  if (delayMs !== undefined && delayMs[0] > 0) flags.push("--sleep-requests", String(delayMs[0] / 1000));
  if (timeoutMs !== undefined) flags.push("--socket-timeout", String(Math.max(1, Math.round(timeoutMs / 1000))));
  if (cookies.length > 0) {
    const file = join(folder, "cookies.txt");
    await writeFile(file, `# Netscape HTTP Cookie File\n${cookies.flatMap(netscapeLine).join("\n")}\n`, {
      mode: 0o600,
    });
    flags.push("--cookies", file);
  }
  return flags;
}

/** A cookie of a session as a line of a Netscape file; nothing for a comment and what is no cookie. */
export function netscapeLine(line: string): string[] {
  if (line.split("\t").length === 7) return [line.trim()];
  const [, address = "", name = "", value = "", attributes = ""] =
    /^\s*(https?:\/\/\S+)\s+([^=;\s]+)=([^;\t\n]*)(.*)$/.exec(line) ?? [];
  const url = URL.parse(address);
  if (url === null) return [];
  const domain = /;\s*domain=\.?([^;\s]+)/i.exec(attributes)?.[1];
  const path = /;\s*path=([^;\s]+)/i.exec(attributes)?.[1] ?? "/";
  const isSecure = url.protocol === "https:";
  return [
    [
      domain === undefined ? url.hostname : `.${domain}`,
      domain === undefined ? "FALSE" : "TRUE",
      path,
      isSecure ? "TRUE" : "FALSE",
      "0",
      name,
      value.trim(),
    ].join("\t"),
  ];
}
