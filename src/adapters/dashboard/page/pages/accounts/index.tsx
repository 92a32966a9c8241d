import type { JSX } from "preact";
import { Empty } from "../../parts/status.js";
import { PageHead } from "../../shell/page-head.js";
import { shell } from "../../strings.js";

export default function AccountsPage(): JSX.Element {
  return (
    <>
      <PageHead title={shell.pages["accounts"]!} />
      <Empty icon="accounts" title={shell.nothingYet} />
    </>
  );
}
