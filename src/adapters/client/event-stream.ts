/** A message of a stream of Server-Sent Events. */
export interface Message {
  /** The last id that the stream has named. */
  readonly id: string;
  readonly name: string;
  /** Empty for one that only names an id. */
  readonly data: string;
}

/** A stream on which nothing arrives for so long is dead: the server gives a sign of life every 15 seconds. */
const SILENCE_MS = 45_000;

/**
 * The messages of a stream (HTML Standard, section 9.2.6). `dead` is called when one is waited for in vain. Nothing runs
 * while no message is asked for: a program that is done with them ends.
 */
export async function* messagesOf(body: ReadableStream<Uint8Array>, dead: () => void): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let id = "";
  let name = "message";
  let data: string[] = [];
  for (;;) {
    const timer = setTimeout(dead, SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    // A carriage return at the end may be the first half of a line end.
    const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    for (const line of lines) {
      const [, field, text = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
      if (line === "") {
        yield { id, name, data: data.join("\n") };
        name = "message";
        data = [];
      } else if (field === "id") id = text;
      else if (field === "event") name = text;
      else if (field === "data") data.push(text);
    }
  }
}
