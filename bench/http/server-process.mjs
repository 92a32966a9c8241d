// One server of the comparison in a process of its own: node server-process.mjs raw|fastify|scriptorium [guarded]
// It sends its port, and its CPU time on request.
import { createServer } from "node:http";

const text = "The quick brown fox jumps over the lazy dog.";
const spun = (input) => `{${input}|${input}}`;

// The headers that every reply of Scriptorium carries besides its type and length, for peers that do the same.
const guarded = process.argv[3] === "guarded";
const HEADERS = guarded
  ? {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": "default-src 'none'",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
    }
  : {};

const servers = {
  // The least one can write by hand: node:http, a switch, zod.
  async raw() {
    const { z } = await import("zod");
    const body = z.object({ text: z.string().min(1), csvprotectedwords: z.string().optional() });
    const send = (response, status, value) => {
      const content = JSON.stringify(value);
      response.writeHead(status, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(content),
        ...HEADERS,
      });
      response.end(content);
    };
    const server = createServer((request, response) => {
      switch (request.url) {
        case "/test":
          send(response, 200, { success: true, message: null, result: null });
          return;
        case "/spin": {
          const chunks = [];
          request.on("data", (chunk) => chunks.push(chunk));
          request.on("end", () => {
            const parsed = body.safeParse(JSON.parse(Buffer.concat(chunks).toString()));
            if (parsed.success) send(response, 200, { success: true, message: null, result: spun(parsed.data.text) });
            else send(response, 400, { success: false, message: "bad body", result: null });
          });
          return;
        }
        default:
          send(response, 404, { success: false, message: "no such route", result: null });
      }
    });
    return listening(server);
  },

  async fastify() {
    const { default: fastify } = await import("fastify");
    const app = fastify({ logger: false });
    if (guarded) {
      app.addHook("onSend", (_request, reply, payload, done) => {
        reply.headers(HEADERS);
        done(null, payload);
      });
    }
    const envelope = {
      type: "object",
      properties: {
        success: { type: "boolean" },
        message: { type: ["string", "null"] },
        result: { type: ["string", "null"] },
      },
    };
    const schema = { response: { 200: envelope } };
    app.get("/test", { schema }, async () => ({ success: true, message: null, result: null }));
    const body = {
      type: "object",
      required: ["text"],
      properties: { text: { type: "string", minLength: 1 }, csvprotectedwords: { type: "string" } },
    };
    app.post("/spin", { schema: { ...schema, body } }, async (request) => ({
      success: true,
      message: null,
      result: spun(request.body.text),
    }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    return app.server.address().port;
  },

  async scriptorium() {
    const { createApiServer, createScriptorium } = await import("scriptorium");
    const { api, start } = createScriptorium({
      providers: { spinner: { spin: async (input) => ({ text: spun(input), notes: [] }) } },
    });
    await start();
    return listening(createApiServer(api));
  },
};

function listening(server) {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
}

const port = await servers[process.argv[2]]();
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system });
});
process.send({ port, text });
