import type { JSX } from "preact";
import { LinkButton } from "../../parts/button.js";
import { Icon } from "../../parts/icons.js";
import { Description } from "../../parts/schema-form/field.js";
import { Badge, Loaded, Notice } from "../../parts/status.js";
import type { Resource } from "../../state/resource.js";
import { href } from "../../state/route.js";
import { useTypes } from "../../state/types.js";
import { providersPage as say } from "../../strings.js";
import type { Readiness } from "./readiness.js";

type State = "ready" | "asking" | "limited" | "unready";

interface Row {
  readonly type: string;
  readonly title: string;
  readonly state: State;
  /** What it lacks and what to do, in sentences. */
  readonly says: readonly string[];
}

const RANK: Readonly<Record<State, number>> = { unready: 0, limited: 1, asking: 2, ready: 3 };

/** Every task type: whether it can run, what it lacks, and what to do about it. */
export function TypeList({ readiness }: { readonly readiness: Resource<Readiness> }): JSX.Element {
  const types = useTypes();
  return (
    <>
      {readiness.error && (
        <Notice kind="warning" title={say.notAsked}>
          {readiness.error.message}
        </Notice>
      )}
      <Loaded from={types}>
        {(all) => {
          const rows = all
            .map((type) => rowOf(type, readiness))
            .sort((one, other) => RANK[one.state] - RANK[other.state]);
          const ready = rows.filter(({ state }) => state === "ready").length;
          return (
            <>
              <p class="soft">{say.readyCount(ready, rows.length, readiness.data === undefined && !readiness.error)}</p>
              {rows.length > ready && (
                <ul class="card provider-lines">
                  {rows
                    .filter(({ state }) => state !== "ready")
                    .map(({ type, title, state, says }) => (
                      <li key={type}>
                        <span class={`state-mark ${state}`}>
                          <Icon name={state === "asking" ? "clock" : "warning"} size={18} />
                        </span>
                        <div class="line-body">
                          <strong>{title}</strong>
                          {says.map((sentence) => (
                            <p key={sentence} class="soft">
                              <Description text={sentence} />
                            </p>
                          ))}
                        </div>
                        <Badge kind={KINDS[state]}>{say.states[state]}</Badge>
                      </li>
                    ))}
                </ul>
              )}
              {ready > 0 && (
                <section class="stack">
                  <h2>{say.states.ready}</h2>
                  <ul class="card ready-types">
                    {rows
                      .filter(({ state }) => state === "ready")
                      .map(({ type, title }) => (
                        <li key={type}>
                          <Icon name="check" size={18} />
                          {title}
                        </li>
                      ))}
                  </ul>
                </section>
              )}
              <div class="row">
                <LinkButton small icon="providers" href={href("providers", "answers")}>
                  {say.seeAnswers}
                </LinkButton>
              </div>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const KINDS = { ready: "good", asking: "neutral", limited: "warn", unready: "bad" } as const;

function rowOf(
  {
    type,
    title,
    needs,
    missing,
  }: { readonly type: string; readonly title: string } & Record<"needs" | "missing", readonly string[]>,
  { data, error }: Resource<Readiness>,
): Row {
  const lack = data?.unready.find((one) => one.type === type);
  const lacked: readonly string[] = lack?.missing ?? missing;
  if (lacked.length > 0) {
    const isLimited = lack?.otherwise === true && missing.length === 0;
    const remedies = lacked.map((port) => data?.remedies[port]).filter((one) => one !== undefined);
    return { type, title, state: isLimited ? "limited" : "unready", says: [say.lacks(lacked, isLimited), ...remedies] };
  }
  const silent = needs.filter((port) => {
    const own = data?.providers.filter((one) => one.port === port) ?? [];
    return own.length > 0 && own.every(({ answers }) => !answers);
  });
  if (silent.length > 0) return { type, title, state: "unready", says: [say.silent(silent)] };
  return { type, title, state: data === undefined && !error ? "asking" : "ready", says: [] };
}
