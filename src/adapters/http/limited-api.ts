import type { Api } from "./api.js";
import { failureBody, replyHeaders } from "./envelope.js";
import * as wording from "./wording.js";

/** The API with these paths alone; the others are left out. */
export function limitedTo(paths: readonly string[], api: Api): Api {
  const owns = (path: string) => paths.includes(path);
  return {
    about: api.about,
    owns,
    handle(request) {
      const path = request.target.split("?", 1)[0] ?? "";
      if (owns(path)) return api.handle(request);
      return {
        status: 404,
        headers: replyHeaders(undefined),
        body: failureBody(wording.noRoute(request.method, path)),
      };
    },
  };
}
