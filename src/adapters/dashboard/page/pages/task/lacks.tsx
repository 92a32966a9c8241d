import type { JSX } from "preact";
import { LinkButton } from "../../parts/button.js";
import { Notice } from "../../parts/status.js";
import { client } from "../../state/client.js";
import { useResource } from "../../state/resource.js";
import { href } from "../../state/route.js";
import { taskPage as say, tasksPage } from "../../strings.js";

/** What the task type lacks on this server, and what to do. */
export function Lacks({
  type,
}: {
  readonly type: {
    readonly type: string;
    readonly title: string;
    readonly needs: readonly string[];
    readonly missing: readonly string[];
  };
}): JSX.Element | null {
  // Asks the providers, too: what is not set at all is known before.
  const readiness = useResource("readiness", (signal) => client.ready({ verbose: true, signal })).data;
  const unready = readiness?.unready.find((one) => one.type === type.type);
  const missing = unready?.missing ?? type.missing;
  const settings = (
    <LinkButton small href={href("providers")}>
      {tasksPage.setUp}
    </LinkButton>
  );
  if (missing.length === 0) {
    // Set, and none of a kind answers.
    const silent = type.needs.filter((port) => {
      const own = readiness?.providers.filter((one) => one.port === port) ?? [];
      return own.length > 0 && own.every(({ answers }) => !answers);
    });
    if (silent.length === 0) return null;
    return (
      <Notice kind="warning" title={say.silent} actions={settings}>
        {readiness!.providers
          .filter(({ port }) => silent.includes(port))
          .map(({ says }) => says)
          .join(" ")}
      </Notice>
    );
  }
  const isPartly = unready?.otherwise === true && type.missing.length === 0;
  const says = readiness?.providers.filter(({ port, answers }) => missing.includes(port) && !answers) ?? [];
  const list = new Intl.ListFormat(navigator.language).format(missing);
  return (
    <Notice kind="warning" title={isPartly ? say.lacksPartly(list) : say.lacks(list)} actions={settings}>
      {says.length > 0 ? says.map((one) => one.says).join(" ") : isPartly ? say.lacksPartlyIs : say.lacksIs(type.title)}
    </Notice>
  );
}
