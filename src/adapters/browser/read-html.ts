import type { ElementHandle, Frame, Page } from "playwright-core";
import { inTime } from "../../kernel/values/in-time.js";
import { htmlOfDocument, type InlinedFrame } from "./in-page.js";

/** A frame that says nothing within this time is left out. */
const FRAME_MS = 5_000;
const MOST_FRAMES = 50;
/** Smaller ones show nothing: they count visitors. */
const LEAST_SIDE = 20;

export interface ReadHtml {
  /** Undefined when it is longer than the limit. */
  readonly html: string | undefined;
  readonly notes: readonly string[];
}

/** The HTML of a page with what its shadow roots and frames show. */
export async function readHtml(page: Page, limit: number): Promise<ReadHtml> {
  let left = MOST_FRAMES;
  let silent = 0;

  // All at once: frames that say nothing, such as refused ones, are waited for together.
  const framesOf = async (frame: Frame): Promise<InlinedFrame<ElementHandle>[]> => {
    const children = frame.childFrames().slice(0, left);
    left -= children.length;
    const read = await Promise.all(
      children.map((child) =>
        inTime(
          FRAME_MS,
          readFrame(child).catch(() => undefined),
          () => "silent" as const,
        ),
      ),
    );
    silent += read.filter((one) => one === "silent").length;
    return read.filter((one) => one !== "silent" && one !== undefined);
  };

  const readFrame = async (frame: Frame): Promise<InlinedFrame<ElementHandle> | undefined> => {
    const element = await frame.frameElement();
    const box = await element.boundingBox();
    if (box === null || box.width < LEAST_SIDE || box.height < LEAST_SIDE) return undefined;
    const html = await frame.evaluate(htmlOfDocument, { frames: await framesOf(frame), isFrame: true, limit });
    if (html === undefined || html.trim() === "") return undefined;
    return { element, url: frame.url(), html };
  };

  const main = page.mainFrame();
  const frames = await framesOf(main);
  const html = await main.evaluate(htmlOfDocument, { frames, isFrame: false, limit });
  const notes = silent === 0 ? [] : [`${silent} of the frames in the page did not answer and are left out.`];
  return { html, notes };
}
