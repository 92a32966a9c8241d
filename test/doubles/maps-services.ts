import type { IncomingMessage, ServerResponse } from "node:http";
import { json as jsonOf } from "node:stream/consumers";
import { type Loopback, serveHttp } from "./loopback.js";

type Fields = Readonly<Record<string, unknown>>;

interface Service extends Loopback {
  /** The bodies of the questions. */
  readonly asked: Fields[];
  readonly requests: { readonly method: string; readonly path: string; readonly headers: IncomingMessage["headers"] }[];
  /** Answers instead of the service, where it returns true. */
  instead: (request: IncomingMessage, response: ServerResponse, body: Fields) => boolean;
}

async function service(
  answer: (request: IncomingMessage, response: ServerResponse, body: Fields) => void,
): Promise<Service> {
  const asked: Fields[] = [];
  const requests: Service["requests"] = [];
  const server = await serveHttp(async (request, response) => {
    const body = request.method === "POST" ? ((await jsonOf(request)) as Fields) : {};
    if (request.method === "POST") asked.push(body);
    requests.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers });
    if (!made.instead(request, response, body)) answer(request, response, body);
  });
  const made: Service = { ...server, asked, requests, instead: () => false };
  return made;
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** What Google answers when it refuses. */
export function googleError(
  response: ServerResponse,
  code: number,
  status: string,
  message: string,
  details: readonly object[] = [],
): true {
  send(response, code, { error: { code, message, status, details } });
  return true;
}

interface Located {
  readonly location: { readonly latitude: number; readonly longitude: number };
}

/** Speaks as Text Search of Places API (New): the fields that are asked for, pages of 20, no more than 60. */
export async function googleService(
  places: readonly (Fields & Located)[],
  areas: Readonly<Record<string, Fields>>,
  key = "good-key",
) {
  const google = await service((request, response, body) => {
    if (request.headers["x-goog-api-key"] !== key) {
      const details = [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID", domain: "googleapis.com" },
      ];
      googleError(response, 400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", details);
      return;
    }
    const mask = String(request.headers["x-goog-fieldmask"] ?? "")
      .split(",")
      .filter((field) => field !== "");
    if (mask.length === 0) {
      googleError(response, 400, "INVALID_ARGUMENT", "FieldMask is a required parameter.");
      return;
    }
    const fields = mask.flatMap((field) => (field.startsWith("places.") ? [field.slice(7).split(".")[0]!] : []));
    const text = String(body["textQuery"]).toLowerCase();
    if (fields.includes("viewport")) {
      const area = areas[text];
      send(response, 200, area === undefined ? {} : { places: [area] });
      return;
    }
    const rectangle = (
      body["locationRestriction"] as { rectangle: { low: Located["location"]; high: Located["location"] } } | undefined
    )?.rectangle;
    const fitting = places.filter(
      ({ location: { latitude, longitude } }) =>
        rectangle === undefined ||
        (latitude >= rectangle.low.latitude &&
          latitude <= rectangle.high.latitude &&
          longitude >= rectangle.low.longitude &&
          longitude <= rectangle.high.longitude),
    );
    const from = body["pageToken"] === undefined ? 0 : Number(String(body["pageToken"]).slice(1));
    const end = Math.min(from + Number(body["pageSize"] ?? 20), 60);
    const page = fitting
      .slice(from, end)
      .map((place) =>
        Object.fromEntries(fields.flatMap((field) => (field in place ? [[field, (place as Fields)[field]]] : []))),
      );
    const more = end < Math.min(60, fitting.length);
    send(
      response,
      200,
      page.length === 0
        ? {}
        : { places: page, ...(more && mask.includes("nextPageToken") ? { nextPageToken: `t${end}` } : {}) },
    );
  });
  return {
    ...google,
    address: `${google.url}/v1/`,
    get instead(): Service["instead"] {
      return google.instead;
    },
    set instead(value: Service["instead"]) {
      google.instead = value;
    },
  };
}

/** Speaks as the REST API of a google-maps-scraper: jobs that are pending, then working, then done, and a CSV file. */
export async function gosomService(csv: (body: Fields) => string, ends: "ok" | "failed" | "never" = "ok") {
  const jobs = new Map<string, { body: Fields; looks: number }>();
  const gosom = await service((request, response, body) => {
    const [, id = "", rest = ""] = /^\/api\/v1\/jobs(?:\/([\w-]+))?(\/download)?$/.exec(request.url ?? "") ?? [];
    if (!request.url?.startsWith("/api/v1/jobs")) response.writeHead(404).end("<html>404</html>");
    else if (request.method === "POST") {
      for (const name of ["keywords", "lang", "depth", "max_time"]) {
        if (body[name] !== undefined && body[name] !== 0 && body[name] !== "") continue;
        send(response, 422, { code: 422, message: `missing ${name}` });
        return;
      }
      const made = `00000000-0000-4000-8000-${String(jobs.size + 1).padStart(12, "0")}`;
      jobs.set(made, { body, looks: 0 });
      send(response, 201, { id: made });
    } else if (id === "")
      send(
        response,
        200,
        [...jobs.keys()].map((ID) => ({ ID })),
      );
    else {
      const job = jobs.get(id);
      if (job === undefined) send(response, 404, { code: 404, message: "Not Found" });
      else if (request.method === "DELETE") {
        jobs.delete(id);
        response.writeHead(200).end();
      } else if (rest !== "") response.writeHead(200, { "content-type": "text/csv" }).end(csv(job.body));
      else {
        job.looks += 1;
        const Status = job.looks === 1 ? "pending" : job.looks === 2 || ends === "never" ? "working" : ends;
        send(response, 200, { ID: id, Name: job.body["name"], Date: "2026-01-01T00:00:00Z", Status, Data: job.body });
      }
    }
  });
  return {
    ...gosom,
    jobs,
    get instead(): Service["instead"] {
      return gosom.instead;
    },
    set instead(value: Service["instead"]) {
      gosom.instead = value;
    },
  };
}
