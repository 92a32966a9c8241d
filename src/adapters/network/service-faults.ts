import { ScriptoriumError } from "../../kernel/errors.js";

/** What may be gone with the next attempt. */
export const TEMPORARY_FAULTS: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_SOCKET",
]);

/** What is wrong with a connection and what to do, behind the name of the service. */
export function saysFault(errno: string): string {
  if (errno === "ENOTFOUND")
    return "cannot be found, because its name is not known. Check the address and the network connection.";
  if (errno === "ECONNREFUSED") return "refused the connection. Start it, or check its address and port.";
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(errno)) return "has a certificate that is not valid. Check its address.";
  if (/SSL|EPROTO|TLS/.test(errno)) return "could not agree on a secure connection. Check whether it wants http://.";
  if (errno.startsWith("HPE_")) return "gave an answer that is not HTTP. Check its address and port.";
  if (errno === "ECONNRESET" || errno === "UND_ERR_SOCKET") return "broke the connection off. Try again later.";
  return "could not be reached. Check its address and the network connection.";
}

/** The error code of the system or of undici; undefined for errors that are not of the connection. */
export function faultOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return /^(E[A-Z]|UND_ERR_|HPE_|CERT_|DEPTH_|SELF_|UNABLE_)/.test(error.code) ? error.code : undefined;
}

/** The address of a service, with a slash at its end. */
export function serviceAddress(service: string, address: string): URL {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw addressInvalid(
      `The address of ${service} is not one that can be used. Write it like http://localhost:5000, without a question mark.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw addressInvalid(`The address of ${service} holds a user name or password. Leave them out.`);
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

function addressInvalid(message: string): ScriptoriumError {
  return new ScriptoriumError("CONFIG_INVALID", message, { setting: "url" });
}

/** What a Retry-After header asks for; undefined when it says nothing that can be read. */
export function retryAfterMs(header: string | string[] | undefined): number | undefined {
  const text = [header ?? ""].flat()[0]?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = text === "" ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

export function inSeconds(milliseconds: number): string {
  const count = Math.ceil(milliseconds / 100) / 10;
  return count === 1 ? "1 second" : `${count} seconds`;
}
