import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Button, LinkButton } from "../../parts/button.js";
import { Chart, type Line } from "../../parts/chart.js";
import { Badge, Loaded, Notice, Skeleton, StatusBadge } from "../../parts/status.js";
import { PageHead } from "../../shell/page-head.js";
import { apiBase, client } from "../../state/client.js";
import { bytes, duration, number } from "../../state/format.js";
import { useResource } from "../../state/resource.js";
import { href } from "../../state/route.js";
import { typeTitle, useTypes } from "../../state/types.js";
import { serverPage as say, words } from "../../strings.js";
import { followServer, perMinute, type Sample, type ServerStatus, samples, status, statusError } from "./samples.js";
import "./server.css";

export default function ServerPage(): JSX.Element {
  useEffect(followServer, []);
  const state = status.value;
  const error = statusError.value;
  return (
    <>
      <PageHead
        title={say.title}
        about={state && say.about(state.version, duration(state.uptimeSeconds))}
        badges={error ? <Badge kind="bad">{say.silent}</Badge> : state && <Badge kind="good">{say.answers}</Badge>}
      >
        <LinkButton icon="articles" href={`${apiBase}docs`}>
          {say.docs}
        </LinkButton>
      </PageHead>
      {error && (
        <Notice kind="error" title={words.notLoaded}>
          {error.message}
        </Notice>
      )}
      {state === undefined ? !error && <Skeleton lines={8} /> : <State state={state} />}
      <Charts all={samples.value} />
      <Work />
      {state && <Facts state={state} />}
    </>
  );
}

/** The figures of now. */
function State({ state }: { readonly state: ServerStatus }): JSX.Element {
  const { machine, waiting, running, runningHere } = state;
  return (
    <dl class="figures">
      <Figure title={say.running} value={number(running)}>
        {running === runningHere ? say.allHere : say.here(number(runningHere))}
      </Figure>
      <Figure title={say.waiting} value={number(waiting)}>
        {waiting === 0 ? say.queueEmpty : say.inQueue(state.queue)}
      </Figure>
      {machine && (
        <>
          <Figure title={say.processor} value={`${number(machine.cpuPercent)}%`} part={machine.cpuPercent}>
            {say.ofMachine}
          </Figure>
          <Figure title={say.memory} value={bytes(machine.memory.process)} part={memoryPart(machine.memory)}>
            {say.machineUses(bytes(machine.memory.used), bytes(machine.memory.total))}
          </Figure>
          {machine.disk && (
            <Figure
              title={say.disk}
              value={bytes(machine.disk.free)}
              part={(100 * (machine.disk.total - machine.disk.free)) / machine.disk.total}
            >
              {say.usedOf(bytes(machine.disk.total - machine.disk.free), bytes(machine.disk.total))}
            </Figure>
          )}
        </>
      )}
    </dl>
  );
}

const memoryPart = ({ used, total }: { readonly used: number; readonly total: number }) => (100 * used) / total;

function Figure({
  title,
  value,
  part,
  children,
}: {
  readonly title: string;
  readonly value: string;
  /** In percent, for a bar. */
  readonly part?: number;
  readonly children: ComponentChildren;
}): JSX.Element {
  const isHigh = part !== undefined && part >= 90;
  return (
    <div class="card figure">
      <dt>{title}</dt>
      <dd class="figure-value">{value}</dd>
      <dd class="soft small-text">
        {children}
        {part !== undefined && (
          <span class={isHigh ? "figure-bar high" : "figure-bar"} aria-hidden="true">
            <span style={{ inlineSize: `${Math.min(100, Math.round(part))}%` }} />
          </span>
        )}
      </dd>
    </div>
  );
}

function Charts({ all }: { readonly all: readonly Sample[] }): JSX.Element {
  const times = all.map(({ at }) => at);
  const of = (name: Exclude<keyof Sample, "at">) => all.map((sample) => sample[name]);
  const complete = perMinute(all, "complete");
  const failed = perMinute(all, "failed");
  const last = (values: readonly (number | null)[]) => values.at(-1) ?? null;
  return (
    <section class="charts" aria-label={say.charts}>
      <Graph
        title={say.queueOverTime}
        said={say.queueSaid(last(of("waiting")), last(of("running")))}
        times={times}
        lines={[
          { label: say.waiting, values: of("waiting"), colour: "--chart-2" },
          { label: say.running, values: of("running"), colour: "--chart-1" },
        ]}
      />
      <Graph
        title={say.throughput}
        said={say.throughputSaid(last(complete), last(failed))}
        times={times}
        lines={[
          { label: say.complete, values: complete, colour: "--good" },
          { label: say.failed, values: failed, colour: "--bad" },
        ]}
      />
      <Graph
        title={say.lag}
        said={say.lagSaid(last(of("lagP99")))}
        times={times}
        lines={[
          { label: say.lagP99, values: of("lagP99"), colour: "--chart-4" },
          { label: say.lagMean, values: of("lagMean"), colour: "--chart-5" },
        ]}
        write={say.milliseconds}
        around={[0, 20]}
      />
      <Graph
        title={say.memoryOverTime}
        said={bytesOrNot(last(of("processBytes")))}
        times={times}
        lines={[{ label: say.memoryOverTime, values: of("processBytes").map(inMegabytes), colour: "--chart-1" }]}
        write={(value) => bytes(value * MEGABYTE)}
        around={[0, 256]}
      />
      <Graph
        title={say.processor}
        said={percentOrNot(last(of("cpu")))}
        times={times}
        lines={[{ label: say.processor, values: of("cpu"), colour: "--chart-2" }]}
        write={(value) => `${number(value)}%`}
        around={[0, 100]}
      />
      <Graph
        title={say.rows}
        said={numberOrNot(last(perMinute(all, "rows")))}
        times={times}
        lines={[{ label: say.rows, values: perMinute(all, "rows"), colour: "--chart-3" }]}
      />
    </section>
  );
}

const MEGABYTE = 1024 * 1024;
/** So that the axis has round figures. */
const inMegabytes = (value: number | null) => value && value / MEGABYTE;

const numberOrNot = (value: number | null) => (value === null ? words.none : number(value));
const bytesOrNot = (value: number | null) => (value === null ? words.none : bytes(value));
const percentOrNot = (value: number | null) => (value === null ? words.none : `${number(value)}%`);

function Graph({
  title,
  said,
  times,
  lines,
  write = number,
  around = [0, 4],
}: {
  readonly title: string;
  /** The newest figures in words. */
  readonly said: string;
  readonly times: readonly number[];
  readonly lines: readonly Line[];
  readonly write?: (value: number) => string;
  readonly around?: readonly [number, number];
}): JSX.Element {
  return (
    <figure class="card graph">
      <figcaption>
        <h2>{title}</h2>
        <span class="soft numbers">{said}</span>
      </figcaption>
      {times.length < 2 ? (
        <p class="soft graph-wait">{say.collecting}</p>
      ) : (
        <Chart label={`${title}: ${said}`} times={times} lines={lines} height={150} around={around} write={write} />
      )}
    </figure>
  );
}

interface LiveTask {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
}

const LISTED = 12;

/** What runs and waits at this moment. */
function Work(): JSX.Element {
  const types = useTypes().data;
  const live = useResource(
    "server/work",
    (signal) =>
      client.find<LiveTask>(
        {
          query: { status: { $in: ["running", "waiting", "aborting..."] } },
          projection: { name: 1, type: 1, status: 1 },
          limit: LISTED + 1,
        },
        { signal },
      ),
    { live: true, every: 1500 },
  );
  return (
    <section class="stack">
      <h2>{say.work}</h2>
      <Loaded from={live}>
        {(found) =>
          found.length === 0 ? (
            <p class="soft">{say.idle}</p>
          ) : (
            <ul class="card work">
              {found.slice(0, LISTED).map(({ _id, name, type, status: now }) => (
                <li key={_id}>
                  <a href={href("run", _id)}>{name || say.untitled}</a>
                  <span class="soft">{typeTitle(types, type)}</span>
                  <StatusBadge status={now} />
                </li>
              ))}
              {found.length > LISTED && (
                <li>
                  <a href={href("tasks", { status: "waiting" })}>{say.more}</a>
                </li>
              )}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

/** What the server is, and where to read more. */
function Facts({ state }: { readonly state: ServerStatus }): JSX.Element {
  const readiness = useResource("server/ready", (signal) => client.ready({ signal, timeoutMs: 5000 }));
  return (
    <section class="stack">
      <h2>{say.facts}</h2>
      <dl class="card facts">
        <Fact title={say.version}>{state.version}</Fact>
        <Fact title={say.storage}>{state.storage}</Fact>
        <Fact title={say.queueKind}>{state.queue}</Fact>
        <Fact title={say.ready}>
          <span class="row">
            {readiness.error ? readiness.error.message : readiness.loading ? words.loading : say.isReady}
            <Button small kind="quiet" onClick={() => readiness.reload()}>
              {say.askAgain}
            </Button>
          </span>
        </Fact>
        <Fact title={say.interface}>
          <span class="row">
            <a href={`${apiBase}docs`}>{say.docs}</a>
            <a href={`${apiBase}openapi.json`}>openapi.json</a>
            <a href={`${apiBase}metrics`}>{say.metrics}</a>
          </span>
        </Fact>
        <Fact title={say.settings}>
          <a href={href("providers", "settings")}>{say.toSettings}</a>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
