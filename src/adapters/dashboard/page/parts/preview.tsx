import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { bytes } from "../state/format.js";
import { words } from "../strings.js";
import { LineView, textLines } from "./log-view.js";
import { Empty, Notice, Skeleton } from "./status.js";

/** Larger texts are offered for download and shown in part. */
export const TEXT_LIMIT = 4 * 1024 * 1024;
/** Larger pictures are offered for download alone. */
const PICTURE_LIMIT = 32 * 1024 * 1024;

/** Reads a file, or of a large one the part. */
export type LoadFile = (signal: AbortSignal, range?: readonly [from: number, to: number]) => Promise<Response>;

/** Reads a text, as far as it is shown. */
export async function textPart(load: LoadFile, size: number, signal: AbortSignal): Promise<string> {
  const reply = await load(signal, size > TEXT_LIMIT ? [0, TEXT_LIMIT - 1] : undefined);
  // A server that knows no ranges sends all of it.
  return (await reply.blob()).slice(0, TEXT_LIMIT).text();
}
const PICTURES = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml|bmp|x-icon)\b/;
/** "undefined": of a file that was stored without a type, which is looked at as a text. */
const TEXTS = /^text\/|[/+](?:json|xml|javascript|yaml|x-ndjson|x-subrip)(?:;|$)|^undefined$/;

/** A blob as an address for `src`, as long as it is shown. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [url, set] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    set(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob === undefined ? undefined : url;
}

/** Stored HTML in a frame of its own: no script, no form, nothing of another host, no way out. */
export function HtmlFrame({
  html,
  title,
  height = "32rem",
}: {
  readonly html: string;
  readonly title: string;
  readonly height?: string;
}): JSX.Element {
  return (
    <iframe
      class="html-frame"
      sandbox=""
      srcdoc={html}
      title={title}
      style={{ blockSize: height }}
      referrerpolicy="no-referrer"
    />
  );
}

/** A stored file, read with `load`: a picture, a page, a text, or what can be said of anything else. */
export function FilePreview({
  name,
  type,
  size,
  load,
}: {
  readonly name: string;
  /** Its media type as it is stored. */
  readonly type: string;
  readonly size: number;
  readonly load: LoadFile;
}): JSX.Element {
  const [found, set] = useState<{ readonly blob?: Blob; readonly text?: string; readonly error?: Error }>();
  const isPicture = PICTURES.test(type) && size <= PICTURE_LIMIT;
  const isText = TEXTS.test(type);
  useEffect(() => {
    if (!isPicture && !isText) return;
    const control = new AbortController();
    set(undefined);
    (async () => {
      const { signal } = control;
      if (isPicture) set({ blob: (await (await load(signal)).blob()).slice(0, size, type) });
      else set({ text: await textPart(load, size, signal) });
    })().catch((error: Error) => control.signal.aborted || set({ error }));
    return () => control.abort();
  }, [name, size, type]);
  const url = useBlobUrl(found?.blob);
  if (!isPicture && !isText) {
    return (
      <Empty icon="file" title={words.noPreview}>
        {words.noPreviewOf(type, bytes(size))}
      </Empty>
    );
  }
  if (found === undefined) return <Skeleton />;
  if (found.error)
    return (
      <Notice kind="error" title={words.notLoaded}>
        {found.error.message}
      </Notice>
    );
  if (isPicture) return url ? <img class="picture" src={url} alt={name} /> : <Skeleton />;
  const { text = "" } = found;
  return (
    <>
      {size > TEXT_LIMIT && <Notice kind="warning">{words.shownInPart(bytes(TEXT_LIMIT), bytes(size))}</Notice>}
      {text.includes("\0") ? (
        <Empty icon="file" title={words.notText}>
          {words.noPreviewOf(type, bytes(size))}
        </Empty>
      ) : /^text\/html|xhtml/.test(type) ? (
        <HtmlFrame html={text} title={name} />
      ) : (
        <LineView label={name} lines={textLines(text, true)} height="32rem" />
      )}
    </>
  );
}

/** Saves what a call sends under a name: the browser's own download would lack the key. */
export async function download(name: string, reply: Response): Promise<void> {
  const url = URL.createObjectURL(await reply.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
