import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { type ProxyAddress, proxyAuthorization } from "./proxy-address.js";
import type { ProxyFault } from "./proxy-turns.js";

/** A proxy that did not do what it was asked for. Nothing was sent to the site. */
export class ProxyFailure extends Error {
  constructor(
    readonly problem: ProxyFault,
    options?: { cause?: unknown },
  ) {
    super(problem, options);
  }
}

export interface TunnelTarget {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** More than any honest answer to CONNECT. */
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * Asks the proxy at the other end of the socket for a way to the target; after that the socket is one to the target.
 * Rejects with ProxyFailure, also when the proxy says nothing for so long; the socket is then destroyed.
 */
export async function openTunnel(
  socket: Socket,
  proxy: ProxyAddress,
  target: TunnelTarget,
  timeoutMs: number,
): Promise<void> {
  const incoming = new Incoming(socket, timeoutMs);
  try {
    if (proxy.scheme === "http" || proxy.scheme === "https") await connectHttp(socket, incoming, proxy, target);
    else await connectSocks(socket, incoming, proxy, target);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    incoming.done();
  }
}

async function connectHttp(socket: Socket, incoming: Incoming, proxy: ProxyAddress, { host, port }: TunnelTarget) {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const authorization = proxyAuthorization(proxy);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (authorization !== undefined) lines.push(`Proxy-Authorization: ${authorization}`);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(await incoming.head())?.[1] ?? 0);
  if (status >= 200 && status <= 299) return;
  // Some answer so to a wrong password.
  if (status === 407 || status === 401) throw new ProxyFailure("credentials");
  throw new ProxyFailure(status >= 400 ? "site" : "unreachable");
}

/** RFC 1928 and, for the password, RFC 1929. */
async function connectSocks(socket: Socket, incoming: Incoming, proxy: ProxyAddress, target: TunnelTarget) {
  const known = proxy.user !== "" || proxy.password !== "";
  socket.write(Buffer.from(known ? [5, 2, 0, 2] : [5, 1, 0]));
  const [version, method] = await incoming.bytes(2);
  if (version !== 5) throw new ProxyFailure("unreachable");
  if (method === 2 && known) {
    const [user, password] = [Buffer.from(proxy.user), Buffer.from(proxy.password)];
    socket.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]));
    const [, refused] = await incoming.bytes(2, "credentials");
    if (refused !== 0) throw new ProxyFailure("credentials");
  } else if (method !== 0) throw new ProxyFailure(method === 255 ? "credentials" : "unreachable");
  const port = Buffer.from([target.port >> 8, target.port & 255]);
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(target.host), port]));
  const [answered, reply, , kind] = await incoming.bytes(4);
  if (answered !== 5) throw new ProxyFailure("unreachable");
  if (reply !== 0) throw new ProxyFailure("site");
  const length = kind === 1 ? 4 : kind === 4 ? 16 : kind === 3 ? ((await incoming.bytes(1))[0] ?? 0) : undefined;
  if (length === undefined) throw new ProxyFailure("unreachable");
  await incoming.bytes(length + 2);
}

function socksAddress(host: string): Buffer {
  if (isIP(host) !== 0) {
    const bytes = ipaddr.parse(host).toByteArray();
    return Buffer.from([bytes.length === 4 ? 1 : 4, ...bytes]);
  }
  const name = Buffer.from(host);
  // A host name of the web has at most 253 characters; longer ones lead nowhere.
  if (name.length > 255) throw new ProxyFailure("site");
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

/** What a socket receives, read piece by piece; what is not taken is left to the next reader of the socket. */
class Incoming {
  private buffered = Buffer.alloc(0);
  private failure: ProxyFailure | undefined;
  private wake: (() => void) | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly socket: Socket,
    timeoutMs: number,
  ) {
    socket.on("readable", this.read).on("error", this.fail).on("end", this.fail).on("close", this.fail);
    this.timer = setTimeout(this.fail, timeoutMs);
  }

  /** Exactly so many; `problem` is what it means when the other end hangs up instead. */
  async bytes(count: number, problem?: ProxyFault): Promise<Buffer> {
    while (this.buffered.length < count) await this.more(problem);
    const bytes = this.buffered.subarray(0, count);
    this.buffered = this.buffered.subarray(count);
    return bytes;
  }

  /** Up to the blank line after the head of an HTTP answer. */
  async head(): Promise<string> {
    for (;;) {
      const text = this.buffered.toString("latin1");
      const end = /\r?\n\r?\n/.exec(text);
      if (end !== null) {
        const length = end.index + end[0].length;
        return (await this.bytes(length)).toString("latin1");
      }
      if (text.length > MAX_HEAD_BYTES) throw new ProxyFailure("unreachable");
      await this.more();
    }
  }

  done(): void {
    clearTimeout(this.timer);
    this.socket.off("readable", this.read).off("error", this.fail).off("end", this.fail).off("close", this.fail);
    if (this.buffered.length > 0 && !this.socket.destroyed) this.socket.unshift(this.buffered);
  }

  private async more(problem?: ProxyFault): Promise<void> {
    if (this.failure !== undefined) {
      throw problem === undefined ? this.failure : new ProxyFailure(problem, { cause: this.failure });
    }
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
  }

  private readonly read = (): void => {
    for (let chunk = this.socket.read(); chunk !== null; chunk = this.socket.read()) {
      this.buffered = Buffer.concat([this.buffered, chunk]);
    }
    this.wake?.();
  };

  private readonly fail = (cause?: unknown): void => {
    this.failure ??= new ProxyFailure("unreachable", { cause });
    this.wake?.();
  };
}
