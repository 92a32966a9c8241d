import { z } from "zod";
import { defineProviderKind } from "../../kernel/index.js";

const builtin = defineProviderKind({
  port: "video",
  kind: "builtin",
  title: "YouTube",
  key: "none",
  address: "optional",
  options: z.object({}),
  async open({ address }, { web }) {
    const { createBuiltinVideo } = await import("./builtin.js");
    const base = address === "" ? "https://www.youtube.com" : address;
    return {
      provider: createBuiltinVideo({ web, address: base }),
      async probe(signal) {
        const rules = await web.robots?.(new URL("/youtubei/v1/player", base).href, { signal });
        const answers = `YouTube answers at ${new URL(base).host}`;
        return rules?.allowed === false
          ? `${answers}; its robots.txt keeps programs from captions, so tasks need respectRobots off.`
          : `${answers}.`;
      },
    };
  },
});

const ytDlp = defineProviderKind({
  port: "video",
  kind: "yt-dlp",
  title: "yt-dlp",
  key: "none",
  address: "optional",
  options: z.object({
    path: z.string().default("").describe("The program; looked for in PATH when empty."),
    timeoutSeconds: z.int().min(1).max(3600).default(180).describe("For one start of it."),
  }),
  async open({ address, options: { path, timeoutSeconds } }, { clock }) {
    const { createYtDlp } = await import("./yt-dlp.js");
    const program = createYtDlp({
      ...{ path, clock, timeoutMs: timeoutSeconds * 1000 },
      ...(address === "" ? {} : { address }),
    });
    return { provider: program, probe: (signal) => program.probe(signal) };
  },
});

/** The kinds of video provider that settings can name. */
export const videoKinds = [builtin, ytDlp];
