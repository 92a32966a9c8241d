import { ScriptoriumError } from "../../kernel/errors.js";
import type { Fields } from "../network/answer-members.js";
import {
  createServiceClient,
  type ServiceAnswer,
  type ServiceClient,
  type ServiceLimits,
  type ServiceOptions,
} from "../network/service-client.js";

/** A client for a maps service. */
export function mapsClient(
  title: string,
  url: string,
  options: ServiceLimits & Pick<ServiceOptions, "headers" | "readBusy" | "busyStatuses" | "timeSetting">,
): ServiceClient {
  return createServiceClient(title, url, {
    like: "a maps service",
    code: "MAPS_FAILED",
    busyCode: "rate-limited",
    ...options,
  });
}

export function mapsFailed(client: ServiceClient, says: string, facts: Fields = {}): ScriptoriumError {
  return new ScriptoriumError("MAPS_FAILED", `${client.title} ${says}`, { ...client.facts, ...facts });
}

/** Throws for an answer that refuses the key or the question. */
export function refuseRefused(client: ServiceClient, { status }: ServiceAnswer): void {
  if (status === 401 || status === 403) {
    throw new ScriptoriumError(
      "auth",
      `${client.title} refuses the question. Check the key, or whether it blocks this server.`,
      {
        ...client.facts,
        status,
      },
    );
  }
  if (status >= 400) {
    throw mapsFailed(
      client,
      `refused the question with status ${status}. Check its address and the settings of the task.`,
      {
        status,
      },
    );
  }
}

export function notAsDue(client: ServiceClient, { status }: ServiceAnswer): ScriptoriumError {
  return mapsFailed(client, "gave an answer that holds no places. Check that its address is that of its API.", {
    status,
  });
}

/** An area of which the service knows nothing. */
export function areaUnknown(client: ServiceClient, area: string): ScriptoriumError {
  return new ScriptoriumError(
    "bad-input",
    `${client.title} knows no area "${area}". Check how it is written, or add the state or country.`,
    { ...client.facts, area },
  );
}

/** The members that say something. */
export function known<Value extends Readonly<Record<string, string | undefined>>>(
  values: Value,
): Partial<Record<keyof Value, string>> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ""),
  ) as Partial<Record<keyof Value, string>>;
}
