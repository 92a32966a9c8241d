import { createRequire } from "node:module";
import type ipaddr from "ipaddr.js";
import { packagePath } from "../threads/package-path.js";

let library: typeof ipaddr | undefined;

/** ipaddr.js, loaded with the first address: addresses are judged at once, and a server that fetches nothing judges none. */
export function ipLibrary(): typeof ipaddr {
  library ??= createRequire(packagePath("package.json"))("ipaddr.js") as typeof ipaddr;
  return library;
}
