import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button, LinkButton } from "../../parts/button.js";
import type { ObjectValue } from "../../parts/schema-form/index.js";
import { Empty } from "../../parts/status.js";
import { toastError } from "../../parts/toast.js";
import { PageHead } from "../../shell/page-head.js";
import { client, readOnly } from "../../state/client.js";
import { go, href } from "../../state/route.js";
import { taskPage as say, shell } from "../../strings.js";

/** There is no such task, or there is none any more: what was on the page can become a new one. */
export function Gone({
  draft,
  type,
  back,
  lastName,
}: {
  readonly draft: ObjectValue | undefined;
  /** Its name for `/create`, while the server has it. */
  readonly type: string | undefined;
  readonly back: { readonly href: string; readonly label: string };
  readonly lastName: string;
}): JSX.Element {
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    try {
      const { id } = await client.create(type!);
      await client.setData(id, draft as never);
      go("task", id);
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return (
    <>
      <PageHead title={lastName || say.title} back={back} />
      <Empty
        icon="trash"
        title={draft === undefined ? say.noTask : say.gone}
        actions={
          <>
            <LinkButton href={href("tasks")}>{shell.toTasks}</LinkButton>
            {draft && type && !readOnly && (
              <Button kind="primary" icon="plus" busy={busy} onClick={() => void again()}>
                {say.createAgain}
              </Button>
            )}
          </>
        }
      >
        {draft === undefined ? say.noTaskIs : say.goneIs}
      </Empty>
    </>
  );
}
