import type { JSX } from "preact";
import { LinkButton } from "../../parts/button.js";
import { PageHead } from "../../shell/page-head.js";
import { readOnly } from "../../state/client.js";
import { href } from "../../state/route.js";
import { tasksPage as say } from "../../strings.js";

/** An empty server. */
export function Welcome(): JSX.Element {
  return (
    <PageHead title={say.welcome} about={say.welcomeIs}>
      {!readOnly && (
        <LinkButton kind="primary" icon="plus" href={href("tasks", "new")}>
          {say.create}
        </LinkButton>
      )}
    </PageHead>
  );
}
