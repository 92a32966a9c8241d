// Exit code 0 where the server of this container answers, for HEALTHCHECK. It asks the port in SCRIPTORIUM_PORT with the key in
// SCRIPTORIUM_API_KEY, as the server itself reads them.
const { SCRIPTORIUM_PORT: port = "8008", SCRIPTORIUM_API_KEY: key = "" } = process.env;
const wanted = process.argv[2] ?? "/healthz";
try {
  const headers = key === "" ? {} : { "x-api-key": key };
  const reply = await fetch(`http://127.0.0.1:${port}${wanted}`, { headers, signal: AbortSignal.timeout(4000) });
  if (!reply.ok) throw new Error(`${wanted} answered ${reply.status}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
