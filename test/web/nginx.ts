import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { answers, freePort, programPath, ready, serve } from "./programs.js";

/** Why the real nginx cannot be tried on this machine; undefined when it can. */
export function whyNoNginx(): string | undefined {
  return programPath("nginx") === undefined ? "not installed: apt-get install nginx-light" : undefined;
}

const DOCUMENTATION = {
  "/faq/": "/usr/share/doc/debian/FAQ",
  "/reference/": "/usr/share/developers-reference",
  "/git/": "/usr/share/doc/git/html",
};

/** Tests of the documentation of Debian and git behind a real nginx, which are skipped where one of them is not installed. */
export function describeDocumentation(tests: (site: { readonly url: string }) => void): void {
  const isThere = Object.values(DOCUMENTATION).every((folder) => existsSync(folder));
  const why =
    whyNoNginx() ?? (isThere ? undefined : "not installed: apt-get install debian-faq developers-reference git-doc");
  describe.skipIf(why !== undefined)(`documentation behind a real nginx${why ? ` (${why})` : ""}`, () => {
    let nginx: Awaited<ReturnType<typeof startNginx>>;
    beforeAll(async () => {
      nginx = await startNginx(DOCUMENTATION);
    }, 60_000);
    afterAll(() => nginx?.stop());
    tests({
      get url() {
        return nginx.url;
      },
    });
  });
}

/** A real nginx on a free port that serves folders, each under a path of its own: `{ "/faq/": "/usr/share/doc/..." }`. */
export async function startNginx(
  folders: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-nginx-"));
  const locations = Object.entries(folders).map(
    ([path, root]) => `location ${path} { alias ${root}/; index index.html index.en.html; }`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; gzip on; gzip_min_length 1; gzip_types text/plain text/css;
  types { text/html html htm; text/css css; text/plain txt; image/png png; image/svg+xml svg; application/pdf pdf; application/javascript js; }
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  server { listen 127.0.0.1:${port}; ${locations.join(" ")} }
}
`,
  );
  const service = serve("nginx", ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", join(folder, "error.log")]);
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await ready("nginx", service, () => answers(url));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
