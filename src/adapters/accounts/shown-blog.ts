import type { JsonObject, ShownAccount } from "../../kernel/index.js";
import { textOf } from "./account-kind.js";

/** A blog in a list: all that may be shown, and whether a password is kept. */
export interface ShownBlog {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly url: string;
  readonly username: string;
  readonly group: string;
  readonly hasPassword: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function shownBlog({ id, name, settings, secrets, createdAt, updatedAt }: ShownAccount): ShownBlog {
  return {
    ...{ id, name, kind: textOf(settings, "kind"), url: textOf(settings, "url") },
    ...{ username: textOf(settings, "username"), group: textOf(settings, "group") },
    ...{ hasPassword: Object.hasOwn(secrets, "password"), createdAt, updatedAt },
  };
}

/** A blog alone, with all its settings. */
export function wholeBlog(account: ShownAccount): ShownBlog & JsonObject {
  return { ...account.settings, ...shownBlog(account) };
}
