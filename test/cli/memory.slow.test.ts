import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, startServer } from "./server-process.js";

const MB = 1024;

// Only Linux says what memory another process has.
it.skipIf(process.platform !== "linux")(
  "large bodies leave the server at most 150 MB larger than it was, however often they come",
  async () => {
    const cwd = mkdtempSync(join(tmpdir(), "scriptorium-memory-"));
    const server = await startServer({ cwd, args: ["--port", "0"] });
    const held = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))?.[1]) / MB;
    try {
      const idle = held();
      const { id } = (await call(server.address, "/create/articlecreator")).result;
      const bodies = [
        "[".repeat(7_900_000),
        " ".repeat(9_000_000),
        JSON.stringify({ jobName: "x".repeat(7_900_000) }),
        JSON.stringify({ articleKeywordsFile: Array.from({ length: 20_000 }, () => "y".repeat(350)) }),
      ];
      const heavy = async (path: string, body: string) => {
        const headers = { "content-type": "application/json" };
        await (await fetch(server.address + path, { method: "POST", headers, body })).text();
      };
      for (let round = 0; round < 3; round += 1) {
        for (let count = 0; count < 3; count += 1) {
          await Promise.all(bodies.map((body) => heavy(`/project/data/${id}`, body)));
        }
        await expect.poll(() => held() - idle, { timeout: 15_000, interval: 500 }).toBeLessThan(150);
      }
    } finally {
      server.kill("SIGKILL");
      await server.ended;
      rmSync(cwd, { recursive: true, force: true });
    }
  },
);
