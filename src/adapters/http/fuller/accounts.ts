import { loadedOnce } from "../../../kernel/values/loaded-once.js";
import type { AccountReplies } from "./account-replies.js";
import { type FullerArea, type FullerCall, type FullerRoute, post, read } from "./fuller.js";

const ACCOUNT =
  '{"kind": "mail", "name": "Office", "settings": {"host": "smtp.example.com", "from": "office@example.com"}, "secrets": {"password": "..."}}';
const BLOG = '{"url": "https://blog.example", "username": "anna", "password": "...", "group": "news"}';
const IMPORT = '{"format": "csv", "text": "url,username,password\\nhttps://blog.example,anna,..."}';

/** The two addresses: of all accounts, and of blogs alone. */
const FORMS = [
  { place: "accounts", example: ACCOUNT },
  { place: "blogs", example: BLOG },
] as const;

/** Blogs, mail accounts and keys of providers. */
export const accounts: FullerArea = (parts) => {
  const replies = loadedOnce(async () => (await import("./account-replies.js")).accountReplies(parts));
  const routes = FORMS.flatMap(({ place, example }): readonly FullerRoute[] => {
    const path = `/${place}`;
    const reply = (name: keyof AccountReplies) => async (call: FullerCall) => (await replies())[place][name](call);
    return [
      read(path, reply("list")),
      post(path, example, reply("add")),
      { ...post(`${path}/import`, IMPORT, reply("addAll")), isLarge: true },
      read(`${path}/:id`, reply("one")),
      post(`${path}/:id`, example, reply("change")),
      { method: "DELETE", path: `${path}/:id`, acts: true, reply: reply("remove") },
      post(`${path}/:id/test`, "{}", reply("test")),
    ];
  });
  const kinds = read("/account-kinds", async () => (await import("../../accounts/index.js")).describedKinds());
  return [kinds, ...routes];
};
