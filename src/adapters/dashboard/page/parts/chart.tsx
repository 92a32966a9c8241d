import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { clock } from "../state/format.js";
import { theme } from "../state/theme.js";

export interface Line {
  readonly label: string;
  /** As many as there are times; null for a gap. */
  readonly values: readonly (number | null)[];
  /** A variable of the style: `--good`; those of charts in turn by default. */
  readonly colour?: string;
}

interface ChartProps {
  /** What it shows, for screen readers; say the figures beside it, too. */
  readonly label: string;
  /** Seconds since 1970, or plain numbers with `plain`. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly plain?: boolean;
  readonly height?: number;
  /** Values that are always within what is shown, such as 0 and 100. */
  readonly around?: readonly [number, number];
  /** 1 at the top, for ranks. */
  readonly reversed?: boolean;
  /** Writes a figure of the axis. */
  readonly write?: (value: number) => string;
}

const rangeAround =
  ([least, most]: readonly [number, number]): uPlot.Range.Function =>
  (_, min, max) => [Math.min(least, min ?? least), (max ?? most) <= most ? most : max * 1.08];

const day = new Intl.DateTimeFormat(navigator.language, { day: "numeric", month: "short" });
const minute = new Intl.DateTimeFormat(navigator.language, { hour: "2-digit", minute: "2-digit" });

const [HOUR, DAY] = [3600, 86_400];
/** Between two moments of an axis, in seconds: nothing finer than what is written of a moment. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  ...[1, 2, 3, 7, 14, 30, 60, 90, 180, 365, 730, 1825].map((days) => days * DAY),
];

/** Moments of an axis as the browser's language writes them: days where they are days apart. */
function writtenTimes(found: readonly number[]): string[] {
  const step = (found[1] ?? 0) - (found[0] ?? 0);
  const form = step >= 43_200 ? day : step >= 60 ? minute : undefined;
  return found.map((at) => (form ? form.format(at * 1000) : clock(at * 1000)));
}

/** Lines over time. The library is fetched when the first one is shown. */
export function Chart({ label, times, lines, plain, height = 220, around, reversed, write }: ChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);
  const data = [times, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  const latest = useRef(data);
  latest.current = data;
  const labels = lines.map((line) => line.label).join("\n");
  const look = theme.value;
  useEffect(() => {
    let isGone = false;
    let sizes: ResizeObserver | undefined;
    Promise.all([import("uplot"), import("uplot/dist/uPlot.min.css")]).then(([{ default: Plot }]) => {
      const element = place.current;
      if (isGone || element === null) return;
      const colour = (name: string) => {
        // Of a variable the style gives what is written; of a colour what it is.
        element.style.color = `var(${name})`;
        return getComputedStyle(element).color;
      };
      const axis = {
        stroke: colour("--text-soft"),
        grid: { stroke: colour("--line"), width: 1 },
        ticks: { show: false },
      };
      chart.current = new Plot(
        {
          width: element.clientWidth,
          height,
          scales: {
            x: { time: !plain },
            y: { dir: reversed ? -1 : 1, ...(around ? { range: rangeAround(around) } : {}) },
          },
          series: [
            {},
            ...lines.map((line, index) => ({
              label: line.label,
              stroke: colour(line.colour ?? `--chart-${(index % 5) + 1}`),
              width: 2,
              points: { show: times.length < 40 },
            })),
          ],
          axes: [
            plain ? axis : { ...axis, size: 34, space: 84, incrs: STEPS, values: (_, found) => writtenTimes(found) },
            { ...axis, size: 56, ...(write ? { values: (_, found) => found.map(write) } : {}) },
          ],
          legend: { show: lines.length > 1 },
          cursor: { drag: { x: false, y: false } },
        },
        latest.current,
        element,
      );
      element.style.color = "";
      sizes = new ResizeObserver(() => chart.current?.setSize({ width: element.clientWidth, height }));
      sizes.observe(element);
    });
    return () => {
      isGone = true;
      sizes?.disconnect();
      chart.current?.destroy();
      chart.current = undefined;
    };
  }, [labels, plain, height, around?.join(), reversed, look]);
  useEffect(() => chart.current?.setData(data));
  return <div class="chart" ref={place} role="img" aria-label={label} style={{ minBlockSize: `${height}px` }} />;
}
