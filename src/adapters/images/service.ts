import { ScriptoriumError } from "../../kernel/errors.js";
import { isPlainObject } from "../../kernel/values/json.js";
import type { Fields } from "../network/answer-members.js";
import {
  type BusyAnswer,
  createServiceClient,
  type ServiceAnswer,
  type ServiceClient,
  type ServiceLimits,
  type ServiceOptions,
} from "../network/service-client.js";

/** A client for an image service. */
export function imagesClient(
  title: string,
  url: string,
  options: ServiceLimits & Pick<ServiceOptions, "headers" | "readBusy" | "busyStatuses">,
): ServiceClient {
  return createServiceClient(title, url, {
    like: "an image service",
    code: "SEARCH_FAILED",
    busyCode: "rate-limited",
    ...options,
  });
}

export function imagesFailed(client: ServiceClient, says: string, facts: Fields = {}): ScriptoriumError {
  return new ScriptoriumError("SEARCH_FAILED", `${client.title} ${says}`, { ...client.facts, ...facts });
}

/** Throws for an answer that refuses, or is no JSON object. */
export function jsonOf(client: ServiceClient, { status, json }: ServiceAnswer): Fields {
  if (status === 401 || status === 403) throw refused(client, status);
  if (status >= 400) {
    throw imagesFailed(client, `refused the search with status ${status}. Check its address.`, { status });
  }
  if (isPlainObject(json)) return json;
  throw notAsDue(client, status);
}

export function refused(client: ServiceClient, status: number): ScriptoriumError {
  const says = "refuses the search. Check the key, or whether it blocks this server.";
  return new ScriptoriumError("auth", `${client.title} ${says}`, { ...client.facts, status });
}

export function notAsDue(client: ServiceClient, status = 200): ScriptoriumError {
  return imagesFailed(client, "gave an answer that holds no images. Check that its address is that of its API.", {
    status,
  });
}

/** The members of a list that are objects. Throws for what is no list. */
export function listIn(client: ServiceClient, value: unknown): Fields[] {
  if (!Array.isArray(value)) throw notAsDue(client);
  return value.filter(isPlainObject);
}

export function numberIn({ headers }: BusyAnswer, name: string): number | undefined {
  const text = [headers[name]].flat()[0]?.trim() ?? "";
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
