import type { JSX } from "preact";
import { Empty } from "../../parts/status.js";
import { PageHead } from "../../shell/page-head.js";
import { shell } from "../../strings.js";

export default function ProvidersPage(): JSX.Element {
  return (
    <>
      <PageHead title={shell.pages["providers"]!} />
      <Empty icon="providers" title={shell.nothingYet} />
    </>
  );
}
