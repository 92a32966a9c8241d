import type { JsonObject, Kernel } from "../../kernel/index.js";
import { ScriptoriumError } from "../../kernel/index.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";
import type { Api } from "../http/api.js";
import type { EditionName } from "../http/editions.js";
import { type FullerArea, type FullerCall, rawReply, read } from "../http/fuller/fuller.js";
import { oneOf } from "../http/fuller/queries.js";

const document = loadedOnce(() => import("./document.js"));
const page = loadedOnce(() => import("./docs-page.js"));

/** Where a server is found when nobody says otherwise. */
const USUAL_SERVER = "http://localhost:8008";

export interface OpenApiOptions {
  /** That of the API by default. The reduced one is part of the fuller one, and not the other way round. */
  readonly edition?: EditionName;
  /** Where the API is found; `http://localhost:8008` by default. */
  readonly server?: string;
}

/**
 * The OpenAPI document (3.1) of an API, made of its routes and of its task types. Throws CONFIG_INVALID when the fuller edition
 * of a reduced API is asked for.
 */
export async function openApiDocument(
  { kernel, api }: { readonly kernel: Kernel; readonly api: Pick<Api, "about"> },
  { edition = api.about.edition, server = USUAL_SERVER }: OpenApiOptions = {},
): Promise<JsonObject> {
  if (edition === "fuller" && api.about.edition === "reduced") {
    throw new ScriptoriumError("CONFIG_INVALID", 'The API is of the reduced edition. Leave "edition" out.');
  }
  const { openApi } = await document();
  const { openapi, info, ...rest } = await openApi({ kernel, ...api.about, edition });
  return { openapi: openapi!, info: info!, servers: [{ url: server }], ...rest };
}

/** `GET /openapi.json`, and `/docs` with a page to read and try it. */
export const openApiDoor: FullerArea = ({ kernel, about }) => {
  const written = new Map<string, Promise<string>>();

  /** The document as JSON, made once for each edition and address. */
  async function documentText(edition: EditionName, server: string): Promise<string> {
    const key = `${edition} ${server}`;
    let text = written.get(key);
    if (text === undefined) {
      text = openApiDocument({ kernel, api: { about: about() } }, { edition, server }).then((made) =>
        JSON.stringify(made),
      );
      // The address is what the client calls the server, so there may be any number of them.
      if (written.size >= 16) written.clear();
      written.set(key, text);
      text.catch(() => written.delete(key));
    }
    return text;
  }

  async function send({ query, request }: FullerCall): Promise<unknown> {
    const edition = oneOf(query, "edition", ["fuller", "reduced"]);
    const root = request.root ?? `http://${String(request.headers["host"])}`;
    // Without the host, since a proxy before the server may have another name and speak TLS.
    const path = new URL(root).pathname.replace(/\/$/, "") || "/";
    return rawReply({ headers: [], body: await documentText(edition, path) });
  }

  return [
    read("/openapi.json", send),
    read("/docs", async (call) => rawReply((await page()).docsPage(call))),
    read("/docs/:file", async (call) => rawReply(await (await page()).docsFile(call.parameters["file"] ?? ""))),
  ];
};
