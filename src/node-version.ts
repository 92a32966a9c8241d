// The first that every entry of the package loads: an old Node says what it lacks and not where it stumbled. Other runtimes
// name a Node they are like, which says little of what they can do.
const { node, bun, deno }: Record<string, string | undefined> = globalThis.process?.versions ?? {};
const [major = 0, minor = 0] = (node ?? "").split(".").map(Number);
if (node !== undefined && bun === undefined && deno === undefined && (major < 22 || (major === 22 && minor < 19))) {
  throw new Error(`Scriptorium needs Node.js 22.19 or newer; this is ${node}. Install a newer one.`);
}

export {};
