import type { JSX } from "preact";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icons.js";
import { Badge, Empty, Notice, Skeleton } from "../../parts/status.js";
import { client } from "../../state/client.js";
import { type Resource, useResource } from "../../state/resource.js";
import { providersPage as say } from "../../strings.js";
import type { Readiness } from "./readiness.js";

/** Every provider: where it comes from, whether it answers, and what it said. */
export function AnswerList({ readiness }: { readonly readiness: Resource<Readiness> }): JSX.Element {
  const settings = useResource("settings", (signal) => client.settings({ signal }));
  const place = settings.data?.find(({ name }) => name === "providers")?.place;
  const { data, error, loading } = readiness;
  return (
    <>
      <div class="row">
        <Button small icon="restart" busy={loading} onClick={() => readiness.reload()}>
          {say.ask}
        </Button>
        <span class="soft small-text" role="status">
          {loading ? say.asking : say.keptIs}
        </span>
      </div>
      {error && (
        <Notice kind="error" title={say.notAsked}>
          {error.message}
        </Notice>
      )}
      {data === undefined ? (
        !error && <Skeleton lines={6} />
      ) : data.providers.length === 0 ? (
        <Empty icon="providers" title={say.noProviders}>
          {say.noProvidersIs}
        </Empty>
      ) : (
        <ul class="card provider-lines">
          {data.providers.map(({ port, name, title, host, isDefault, answers, says }) => (
            <li key={`${port} ${name}`}>
              <span class={`state-mark ${answers ? "ready" : isDefault ? "limited" : "unready"}`}>
                <Icon name={answers ? "check" : "warning"} size={18} />
              </span>
              <div class="line-body">
                <div class="row">
                  <strong>{title}</strong>
                  <Badge>{port}</Badge>
                  {host && <code>{host}</code>}
                </div>
                <p>{says}</p>
                <p class="soft small-text">
                  {isDefault ? say.usual : say.fromSetting(`providers.${port}`, place ?? "")}
                </p>
              </div>
              <Badge kind={answers ? "good" : isDefault ? "warn" : "bad"}>
                {answers ? say.answersYes : say.answersNo}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
