import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
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
  /** 1 at the top, for ranks. */
  readonly reversed?: boolean;
  /** Writes a figure of the axis. */
  readonly write?: (value: number) => string;
}

/** Lines over time. The library is fetched when the first one is shown. */
export function Chart({ label, times, lines, plain, height = 220, reversed, write }: ChartProps): JSX.Element {
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
      const style = getComputedStyle(element);
      const colour = (name: string) => style.getPropertyValue(name).trim();
      const axis = {
        stroke: colour("--text-soft"),
        grid: { stroke: colour("--line"), width: 1 },
        ticks: { show: false },
      };
      chart.current = new Plot(
        {
          width: element.clientWidth,
          height,
          scales: { x: { time: !plain }, y: { dir: reversed ? -1 : 1 } },
          series: [
            {},
            ...lines.map((line, index) => ({
              label: line.label,
              stroke: colour(line.colour ?? `--chart-${(index % 5) + 1}`),
              width: 2,
              points: { show: times.length < 40 },
            })),
          ],
          axes: [axis, { ...axis, size: 56, ...(write ? { values: (_, found) => found.map(write) } : {}) }],
          legend: { show: lines.length > 1 },
          cursor: { drag: { x: false, y: false } },
        },
        latest.current,
        element,
      );
      sizes = new ResizeObserver(() => chart.current?.setSize({ width: element.clientWidth, height }));
      sizes.observe(element);
    });
    return () => {
      isGone = true;
      sizes?.disconnect();
      chart.current?.destroy();
      chart.current = undefined;
    };
  }, [labels, plain, height, reversed, look]);
  useEffect(() => chart.current?.setData(data));
  return <div class="chart" ref={place} role="img" aria-label={label} style={{ minBlockSize: `${height}px` }} />;
}
