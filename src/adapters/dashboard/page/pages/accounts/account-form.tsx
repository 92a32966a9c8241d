import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { type ObjectValue, SchemaForm } from "../../parts/schema-form/index.js";
import { Notice } from "../../parts/status.js";
import { client } from "../../state/client.js";
import { accountsPage as say, words } from "../../strings.js";
import { type Account, formValue, type Kind, posted, schemaOf } from "./kinds.js";

/** Makes an account of a kind, or changes one. What is wrong the server says, and nothing is lost. */
export function AccountForm({
  kind,
  account,
  onClose,
  onStored,
}: {
  readonly kind: Kind;
  readonly account?: Account;
  readonly onClose: () => void;
  readonly onStored: (account: Account, isTested: boolean) => void;
}): JSX.Element {
  const id = useId();
  const [name, setName] = useState(account?.name ?? "");
  const [value, setValue] = useState<ObjectValue>(account ? formValue(account) : {});
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);
  const store = async (isTested: boolean) => {
    setBusy(true);
    setRefusal("");
    try {
      const body = { ...(name.trim() ? { name: name.trim() } : {}), ...posted(value, kind, account) };
      const stored = account
        ? await client.accounts.change(account.id, body)
        : await client.accounts.create({ kind: kind.kind, ...body });
      onStored(stored, isTested && kind.tests);
    } catch (error) {
      setRefusal((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={account ? say.changeOf(account.name) : say.newOf(kind.title)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          {kind.tests && (
            <Button busy={busy} disabled={problems.size > 0} onClick={() => void store(true)}>
              {say.saveAndTest}
            </Button>
          )}
          <Button kind="primary" busy={busy} disabled={problems.size > 0} onClick={() => void store(false)}>
            {say.save}
          </Button>
        </>
      }
    >
      <div class="account-form stack">
        <div class="field">
          <label class="field-title" for={`${id}-name`}>
            {say.columns.name}
          </label>
          <span class="field-help" id={`${id}-help`}>
            {say.nameIs}
          </span>
          <input
            id={`${id}-name`}
            aria-describedby={`${id}-help`}
            value={name}
            autocomplete="off"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <SchemaForm
          schema={schemaOf(kind)}
          value={value}
          onChange={(next, found) => {
            setValue(next);
            setProblems(found);
          }}
        />
        {refusal && <Notice kind="error">{refusal}</Notice>}
      </div>
    </Dialog>
  );
}
