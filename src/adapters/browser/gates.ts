import { timingSafeEqual } from "node:crypto";
import { ScriptoriumError, type WebPassageWay } from "../../kernel/index.js";
import { randomName } from "./names.js";

/** What the pages of one context may reach, and what became of it. */
export class Gate {
  readonly password = randomName(32);
  /** Ends what is under way when the context is closed. */
  readonly control = new AbortController();
  /** By host and port: how often it was refused, and why. */
  readonly refusals = new Map<string, { count: number; readonly error: ScriptoriumError }>();
  /** By host and port: what happened to the last connection. */
  private readonly failures = new Map<string, unknown>();
  /** Received since the gate was opened to a page that was alone. */
  bytes = 0;
  /** Called when more was received than the pages may. */
  overflow: () => void = () => {};
  maxBytes = Number.POSITIVE_INFINITY;

  constructor(
    readonly name: string,
    /** The way out at present. */
    public way: WebPassageWay,
  ) {}

  failed(place: string, error: unknown): void {
    this.failures.set(place, error);
    if (!ScriptoriumError.is(error) || error.code !== "ADDRESS_REFUSED") return;
    const known = this.refusals.get(place) ?? { count: 0, error };
    this.refusals.set(place, known);
    known.count += 1;
  }

  worked(place: string): void {
    this.failures.delete(place);
  }

  /** Why an address could not be reached, as far as the way out knows. */
  failureOf(url: URL): unknown {
    return this.failures.get(placeOf(url));
  }

  received(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.maxBytes) this.overflow();
  }

  get refused(): number {
    let count = 0;
    for (const refusal of this.refusals.values()) count += refusal.count;
    return count;
  }
}

/** The gates that are open, each with a name and a password of its own. */
export class Gates {
  private readonly open = new Map<string, Gate>();

  make(way: WebPassageWay): Gate {
    const gate = new Gate(randomName(16), way);
    this.open.set(gate.name, gate);
    return gate;
  }

  close(gate: Gate): void {
    this.open.delete(gate.name);
    gate.control.abort(new Error("closed"));
  }

  closeAll(): void {
    for (const gate of [...this.open.values()]) this.close(gate);
  }

  /** The gate of a header `Proxy-Authorization`. */
  of(authorization: string | undefined): Gate | undefined {
    const [, encoded = ""] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? "") ?? [];
    const [name = "", password = ""] = Buffer.from(encoded, "base64").toString("latin1").split(":");
    const gate = this.open.get(name);
    if (gate === undefined || password.length !== gate.password.length) return undefined;
    return timingSafeEqual(Buffer.from(password), Buffer.from(gate.password)) ? gate : undefined;
  }
}

/** Host and port of an address. */
export function placeOf(url: URL): string {
  const usual = url.protocol === "https:" || url.protocol === "wss:" ? "443" : "80";
  return `${url.hostname}:${url.port === "" ? usual : url.port}`;
}
