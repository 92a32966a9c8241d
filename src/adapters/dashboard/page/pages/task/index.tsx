import type { JSX } from "preact";
import { LinkButton } from "../../parts/button.js";
import { Empty } from "../../parts/status.js";
import { PageHead } from "../../shell/page-head.js";
import { href, route } from "../../state/route.js";
import { taskPage as say, shell } from "../../strings.js";
import { Task } from "./task.js";
import "./task.css";

/** One task: its settings, how it stands, when it runs and what follows it. */
export default function TaskPage(): JSX.Element {
  const [id] = route.value.parts;
  if (id !== undefined) return <Task key={id} id={id} />;
  return (
    <>
      <PageHead title={shell.pages["task"]!} />
      <Empty
        icon="tasks"
        title={say.noneChosen}
        actions={<LinkButton href={href("tasks")}>{shell.toTasks}</LinkButton>}
      />
    </>
  );
}
