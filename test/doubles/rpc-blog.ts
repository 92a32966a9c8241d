import { type RpcValue, rpcCall } from "../../src/adapters/publishing/xml-rpc.js";
import type { Answering } from "./blog-world.js";

interface RpcPost {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly status: string;
  readonly type: string;
}

/** A WordPress that speaks XML-RPC, as far as posts, images and terms go. */
export function rpcBlog() {
  const posts = new Map<string, RpcPost>();
  const terms: string[] = [];
  let last = 10;
  const next = () => String(++last);
  const shownPost = ({ id, title, content, status }: RpcPost): RpcValue => ({
    ...{ post_id: id, post_title: title, post_content: content, post_status: status },
    ...{ link: `https://blog.test/?p=${id}`, guid: `https://blog.test/files/${id}.png`, custom_fields: [] },
  });
  const methods: Record<string, (body: string) => RpcValue | undefined> = {
    "wp.getUsersBlogs": () => [{ blogid: "1", url: "https://blog.test/" }],
    "wp.getProfile": () => ({ user_id: "7", username: "anna", roles: ["editor"] }),
    "wp.getTerms": () => [],
    "wp.newTerm"(body) {
      terms.push(member(body, "name") ?? "");
      return next();
    },
    "wp.uploadFile"(body) {
      const id = next();
      posts.set(id, { id, title: member(body, "name") ?? "", content: "", status: "inherit", type: "attachment" });
      return { id, url: `https://blog.test/files/${id}.png` };
    },
    "wp.getPosts": (body) =>
      [...posts.values()]
        .filter(({ type }) => type === member(body, "post_type"))
        .filter(({ title, content }) => `${title} ${content}`.includes(member(body, "s") ?? ""))
        .map(shownPost),
    "wp.getPost": (body) => found(body, shownPost),
    "wp.newPost"(body) {
      const id = next();
      posts.set(id, { ...{ id, title: "", content: "" }, ...sent(body), status: "draft", type: "post" });
      return id;
    },
    "wp.editPost": (body) =>
      found(body, (post) => {
        posts.set(post.id, { ...post, ...sent(body) });
        return true;
      }),
    "wp.deletePost": (body) => found(body, ({ id }) => posts.delete(id)),
  };
  function found(body: string, act: (post: RpcPost) => RpcValue): RpcValue | undefined {
    const [, id = ""] = /<param><value><(?:string|int)>(\d{2,})</.exec(body) ?? [];
    const post = posts.get(id);
    return post && act(post);
  }
  const answering: Answering = ({ path, body: bytes }) => {
    if (path !== "/xmlrpc.php") return undefined;
    const body = Buffer.from(bytes, "latin1").toString();
    const [, method = ""] = /<methodName>(.*?)<\/methodName>/.exec(body) ?? [];
    const value = methods[method]?.(body);
    return { headers: { "content-type": "text/xml" }, text: value === undefined ? NO_POST : answerOf(value) };
  };
  const own = (type: string) => [...posts.values()].filter((post) => post.type === type);
  return { answering, posts: () => own("post"), terms: () => terms };
}

/** What a call writes as its parameter an answer writes too. */
function answerOf(value: RpcValue): string {
  const [, params = ""] = /(<params>.*<\/params>)/s.exec(rpcCall("answer", [value])) ?? [];
  return `<?xml version="1.0"?><methodResponse>${params}</methodResponse>`;
}

const NO_POST = `<?xml version="1.0"?><methodResponse><fault><value><struct><member><name>faultCode</name><value><int>404</int></value></member><member><name>faultString</name><value><string>Invalid post ID.</string></value></member></struct></value></fault></methodResponse>`;

function sent(body: string) {
  const title = member(body, "post_title");
  const content = member(body, "post_content");
  return { ...(title === undefined ? {} : { title }), ...(content === undefined ? {} : { content }) };
}

function member(body: string, name: string): string | undefined {
  const text = new RegExp(`<name>${name}</name><value><string>(.*?)</string>`, "s").exec(body)?.[1];
  return text?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
