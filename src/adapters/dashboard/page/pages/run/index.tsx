import type { JSX } from "preact";
import { Empty } from "../../parts/status.js";
import { PageHead } from "../../shell/page-head.js";
import { shell } from "../../strings.js";

export default function RunPage(): JSX.Element {
  return (
    <>
      <PageHead title={shell.pages["run"]!} />
      <Empty icon="tasks" title={shell.nothingYet} />
    </>
  );
}
