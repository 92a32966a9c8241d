import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { IconButton } from "../../../parts/button.js";
import { Loaded, Notice } from "../../../parts/status.js";
import { number } from "../../../state/format.js";
import { useResource } from "../../../state/resource.js";
import { runPlaces as say } from "../../../strings.js";
import type { Peek } from "../rows/reading.js";
import { RowDialog } from "../rows/row-dialog.js";
import type { RunNow } from "../state.js";
import { MOST_PLACES, type Place, type PlaceColumns, placesOf } from "./places.js";
import { fitting, graticule, inBounds, type Mark, marksOf, type Size, scaleBar, type View } from "./projection.js";

const LISTED = 60;

/** Places of the rows on a map of its own: circles of latitude and longitude, and no tiles of another host. */
export function PlacesView({ now, peek, columns }: { now: RunNow; peek: Peek; columns: PlaceColumns }): JSX.Element {
  const { _id: run } = now.run!;
  const places = useResource(`places ${run} ${peek.total}`, (signal) =>
    placesOf(now.id, { run, scanSize: peek.scanSize }, columns, signal),
  );
  const [opened, open] = useState<number>();
  return (
    <Loaded from={places}>
      {(found) => (
        <>
          {found.length >= MOST_PLACES && <Notice kind="info">{say.most(number(MOST_PLACES))}</Notice>}
          <PlaceMap places={found} onOpen={open} />
          {opened !== undefined && (
            <RowDialog
              id={now.id}
              run={run}
              at={opened}
              total={peek.total}
              before={opened > 0 ? opened - 1 : undefined}
              after={opened + 1 < peek.total ? opened + 1 : undefined}
              onMove={open}
              onClose={() => open(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function PlaceMap({ places, onOpen }: { places: readonly Place[]; onOpen: (row: number) => void }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [moved, setView] = useState<View>();
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const fit = useMemo(() => fitting(places, size), [places, size]);
  const view = moved ?? fit;
  const latest = useRef({ view, size });
  latest.current = { view, size };
  const change = (next: View) => setView(inBounds(next, latest.current.size));
  const zoom = (by: number, px = size.width / 2, py = size.height / 2) => {
    const { view: now } = latest.current;
    const dx = (px - size.width / 2) / now.scale;
    const dy = (py - size.height / 2) / now.scale;
    const { scale } = inBounds({ ...now, scale: now.scale * by }, size);
    const kept = 1 - now.scale / scale;
    change({ x: now.x + dx * kept, y: now.y + dy * kept, scale });
  };
  const pan = (dx: number, dy: number) => {
    const { view: now } = latest.current;
    change({ ...now, x: now.x - dx / now.scale, y: now.y - dy / now.scale });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => pan(60, 0),
      ArrowRight: () => pan(-60, 0),
      ArrowUp: () => pan(0, 60),
      ArrowDown: () => pan(0, -60),
      "+": () => zoom(1.6),
      "=": () => zoom(1.6),
      "-": () => zoom(1 / 1.6),
      "0": () => setView(undefined),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  useDrag(box, pan, (by, x, y) => zoom(by, x, y));
  const marks = useMemo(() => marksOf(places, view, size), [places, view, size]);
  const inView = marks.reduce((sum, mark) => sum + mark.places.length, 0);
  const onMark = ({ places: here, x, y }: Mark) => {
    if (here.length === 1) onOpen(here[0]!.at);
    else zoom(3, x, y);
  };
  return (
    <div class="places">
      <div class="map">
        <div
          ref={box}
          class="map-box"
          role="application"
          tabIndex={0}
          aria-label={`${say.title}. ${say.keys}`}
          onKeyDown={onKeyDown}
        >
          {size.width > 0 && <Drawing view={view} size={size} marks={marks} onMark={onMark} />}
        </div>
        <div class="map-buttons">
          <IconButton small kind="plain" icon="plus" label={say.zoomIn} onClick={() => zoom(1.6)} />
          <IconButton small kind="plain" icon="minus" label={say.zoomOut} onClick={() => zoom(1 / 1.6)} />
          <IconButton small kind="plain" icon="screen" label={say.fit} onClick={() => setView(undefined)} />
        </div>
      </div>
      <section class="places-list" aria-label={say.list}>
        <p class="soft small-text">{say.inView(number(inView), number(places.length))}</p>
        <ul>
          {marks
            .flatMap((mark) => mark.places)
            .slice(0, LISTED)
            .map((place) => (
              <li key={place.at}>
                <button type="button" onClick={() => onOpen(place.at)}>
                  <bdi>{place.label || say.open}</bdi>
                  <span class="soft small-text">
                    {place.latitude.toFixed(3)}, {place.longitude.toFixed(3)}
                  </span>
                </button>
              </li>
            ))}
        </ul>
        {inView > LISTED && <p class="soft small-text">{say.more(number(inView - LISTED))}</p>}
      </section>
    </div>
  );
}

function Drawing(given: { view: View; size: Size; marks: readonly Mark[]; onMark: (mark: Mark) => void }): JSX.Element {
  const { view, size, marks, onMark } = given;
  const { across, down } = graticule(view, size);
  const bar = scaleBar(view);
  const named = namedOf(marks);
  return (
    <svg width={size.width} height={size.height} aria-hidden="true">
      <g class="grid">
        {across.map(({ at, label }) => (
          <g key={label}>
            <line x1={0} x2={size.width} y1={at} y2={at} />
            <text x={6} y={at - 4}>
              {label}
            </text>
          </g>
        ))}
        {down.map(({ at, label }) => (
          <g key={label}>
            <line x1={at} x2={at} y1={0} y2={size.height} />
            {/* The buttons stand in this corner. */}
            {at < size.width - 90 && (
              <text x={at + 4} y={14}>
                {label}
              </text>
            )}
          </g>
        ))}
      </g>
      <g class="marks">
        {marks.map((mark) => {
          const { x, y, places } = mark;
          const count = places.length;
          const radius = count === 1 ? 5 : 8 + 3 * Math.log10(count);
          return (
            <g key={`${places[0]!.at}`} class={count === 1 ? "" : "many"} onClick={() => onMark(mark)}>
              <title>{count === 1 ? places[0]!.label : say.places(count)}</title>
              <circle cx={x} cy={y} r={radius} />
              {count > 1 ? (
                <text class="mark-count" x={x} y={y + 4}>
                  {count}
                </text>
              ) : (
                named.has(mark) && (
                  <text x={x + 9} y={y + 4}>
                    {shortened(places[0]!.label)}
                  </text>
                )
              )}
            </g>
          );
        })}
      </g>
      <g class="scale-bar" transform={`translate(12 ${size.height - 14})`}>
        <path d={`M0 -5v5h${bar.pixels}v-5`} />
        <text x={bar.pixels + 8} y={0}>
          {bar.metres >= 1000 ? say.kilometres(number(bar.metres / 1000)) : say.metres(number(bar.metres))}
        </text>
      </g>
    </svg>
  );
}

/** Those whose name covers no other mark and no other name. */
function namedOf(marks: readonly Mark[]): ReadonlySet<Mark> {
  // Where many stand, few have room, and all pairs are too many to compare.
  if (marks.length > 300) return new Set();
  const names: Box[] = marks.map(({ x, y }) => ({ left: x - 8, right: x + 8, y }));
  return new Set(
    marks.filter(({ x, y, places }, place) => {
      if (places.length > 1) return false;
      const own = { left: x + 9, right: x + 9 + shortened(places[0]!.label).length * LETTER, y };
      const isFree = names.every(
        (other, at) => at === place || Math.abs(other.y - y) > LINE || other.right < own.left || other.left > own.right,
      );
      if (isFree) names.push(own);
      return isFree;
    }),
  );
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** About the size of what is written on the map, in pixels. */
const [LETTER, LINE] = [6.6, 12];

const shortened = (text: string) => (text.length > 26 ? `${text.slice(0, 25)}…` : text);

/** One finger or the mouse drags, two fingers and the wheel with Ctrl zoom; a plain wheel zooms while the map has the focus. */
function useDrag(
  box: { readonly current: HTMLElement | null },
  pan: (dx: number, dy: number) => void,
  zoom: (by: number, x: number, y: number) => void,
): void {
  const acts = useRef({ pan, zoom });
  acts.current = { pan, zoom };
  useEffect(() => {
    const element = box.current!;
    const fingers = new Map<number, { x: number; y: number }>();
    const distance = () => {
      const [one, other] = [...fingers.values()];
      return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
    };
    const down = (event: PointerEvent) => {
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const move = (event: PointerEvent) => {
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      const was = distance();
      const after = { x: event.clientX, y: event.clientY };
      // Only what is dragged for real takes the pointer, so that a click on a mark stays one.
      if (Math.hypot(after.x - before.x, after.y - before.y) > 2) element.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, after);
      if (fingers.size === 1) acts.current.pan(after.x - before.x, after.y - before.y);
      else if (was > 0) {
        const place = element.getBoundingClientRect();
        acts.current.zoom(distance() / was, after.x - place.left, after.y - place.top);
      }
    };
    const up = (event: PointerEvent) => fingers.delete(event.pointerId);
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== element) return;
      event.preventDefault();
      const place = element.getBoundingClientRect();
      acts.current.zoom(2 ** (-event.deltaY / 300), event.clientX - place.left, event.clientY - place.top);
    };
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("wheel", wheel);
    };
  }, []);
}
