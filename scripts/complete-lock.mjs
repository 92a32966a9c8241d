// Adds to package-lock.json the optional packages for other platforms that a registry did not offer when the file was made.
// npm leaves those out, and `npm ci` then refuses the whole file; with their version and platform written down it passes
// over them wherever they do not belong. Run it after every `npm install`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const lock = JSON.parse(readFileSync(path, "utf8"));

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = {
  arm64: "arm64",
  x64: "x64",
  ia32: "ia32",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  loong64: "loong64",
  arm: "arm",
};

let added = 0;
for (const [, parent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (lock.packages[place] !== undefined) continue;
    const words = name.split(/[/-]/);
    const system = SYSTEMS.find((one) => words.includes(one));
    const processor = Object.keys(PROCESSORS).find((one) => words.includes(one));
    if (system === undefined || processor === undefined || !/^\d/.test(version)) continue;
    lock.packages[place] = {
      version,
      cpu: [PROCESSORS[processor]],
      ...(parent.dev ? { dev: true } : {}),
      ...(words.includes("musl")
        ? { libc: ["musl"] }
        : system === "linux" && words.includes("gnu")
          ? { libc: ["glibc"] }
          : {}),
      optional: true,
      os: [system],
    };
    added += 1;
  }
}
const sorted = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(sorted.map((place) => [place, lock.packages[place]]));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} packages for other platforms added\n`);
