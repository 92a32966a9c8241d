/** A message of a stream of Server-Sent Events. */
export interface Message {
  /** The last id that the stream has named. */
  readonly id: string;
  readonly name: string;
  /** Empty for one that only names an id. */
  readonly data: string;
}

/** The messages of a stream (HTML Standard, section 9.2.6). `alive` is called with everything that arrives. */
export async function* messagesOf(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let id = "";
  let name = "message";
  let data: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
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
