import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { words } from "../../strings.js";
import { Button, IconButton } from "../button.js";
import { JsonField } from "./json-field.js";
import { LinesField } from "./lines-field.js";
import { isList, isObject, type Kind, namesIn, type Schema, takesText, type Value } from "./schema.js";

/** How a stored secret is shown; posted back it keeps the secret. */
const MASK = "********";

/** What every input gets. */
export interface InputProps {
  readonly id: string;
  readonly describedBy: string;
  readonly label: string;
  readonly schema: Schema;
  readonly value: Value | undefined;
  readonly nullable: boolean;
  readonly readOnly: boolean;
  readonly isWrong: boolean;
  readonly problems: ReadonlyMap<string, string>;
  readonly path: string;
  readonly onChange: (value: Value | undefined) => void;
}

const aria = ({ id, describedBy, isWrong }: InputProps) => ({
  id,
  "aria-describedby": describedBy,
  "aria-invalid": isWrong || undefined,
});

function Switch(props: InputProps): JSX.Element {
  return (
    <input
      {...aria(props)}
      type="checkbox"
      role="switch"
      class="switch"
      checked={props.value === true}
      disabled={props.readOnly}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

function Choice(props: InputProps): JSX.Element {
  const values = (props.schema.enum ?? []).map(String);
  const value = typeof props.value === "string" ? props.value : "";
  return (
    <select
      {...aria(props)}
      value={value}
      disabled={props.readOnly}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    >
      {[...(values.includes(value) ? [] : [value]), ...values].map((one) => (
        <option key={one} value={one} selected={one === value}>
          {one === "" ? words.none : one}
        </option>
      ))}
    </select>
  );
}

function Choices(props: InputProps): JSX.Element {
  const chosen = isList(props.value) ? props.value : [];
  const values = props.schema.items?.enum ?? namesIn(props.schema);
  return (
    <div class="choices" role="group" aria-label={props.label} aria-describedby={props.describedBy}>
      {[...values, ...chosen.filter((one) => !values.includes(one))].map((one) => (
        <label key={String(one)} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(one)}
            disabled={props.readOnly}
            onChange={() =>
              props.onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
            }
          />
          {String(one)}
        </label>
      ))}
    </div>
  );
}

/** Keeps what is no number as text, so that it can be seen and put right. */
function NumberInput(props: InputProps): JSX.Element {
  const { value, schema, nullable } = props;
  const { minimum, maximum } = schema;
  const isBounded = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return (
    <input
      {...aria(props)}
      class="number-input"
      inputMode={schema.type === "integer" ? "numeric" : "decimal"}
      value={value === null || value === undefined ? "" : String(value)}
      placeholder={nullable ? words.none : isBounded(minimum) && isBounded(maximum) ? `${minimum} – ${maximum}` : ""}
      readOnly={props.readOnly}
      onInput={(event) => {
        const text = event.currentTarget.value.trim();
        const number = Number(text.replace(",", "."));
        if (text === "") props.onChange(nullable ? null : "");
        else props.onChange(Number.isFinite(number) && !text.endsWith(".") ? number : text);
      }}
    />
  );
}

function TextInput(props: InputProps): JSX.Element {
  const { format, default: usual } = props.schema;
  /** No date and no address is empty: without one there is no value. */
  const isUnset = format !== undefined && usual === undefined;
  return (
    <input
      {...aria(props)}
      type="text"
      value={typeof props.value === "string" ? props.value : props.value == null ? "" : JSON.stringify(props.value)}
      readOnly={props.readOnly}
      spellcheck={false}
      onInput={({ currentTarget: { value } }) => props.onChange(value === "" && isUnset ? undefined : value)}
      onPaste={(event) => {
        const text = event.clipboardData?.getData("text/plain").trimEnd() ?? "";
        if (props.readOnly || !text.includes("\n")) return;
        // A box of one line would join the lines; with them the field becomes one of several.
        event.preventDefault();
        const { value, selectionStart, selectionEnd, id } = event.currentTarget;
        props.onChange(value.slice(0, selectionStart!) + text + value.slice(selectionEnd!));
        setTimeout(() => document.getElementById(id)?.focus());
      }}
    />
  );
}

function LongText(props: InputProps): JSX.Element {
  const text = typeof props.value === "string" ? props.value : "";
  return (
    <textarea
      {...aria(props)}
      rows={Math.min(14, Math.max(4, text.split("\n").length + 1))}
      value={text}
      readOnly={props.readOnly}
      onInput={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** A stored secret never comes to the page: it is kept, replaced or removed. */
function SecretInput(props: InputProps): JSX.Element {
  const [isNew, replace] = useState(false);
  const isKept = props.value === MASK && !isNew;
  const renew = (is: boolean, value: string) => {
    replace(is);
    props.onChange(value);
  };
  if (isKept) {
    return (
      <div class="row">
        <span class="secret-kept" id={props.id}>
          •••••••• <span class="soft">{words.secretKept}</span>
        </span>
        {!props.readOnly && (
          <>
            <Button small onClick={() => renew(true, "")}>
              {words.replace}
            </Button>
            <Button small kind="quiet" onClick={() => props.onChange("")}>
              {words.remove}
            </Button>
          </>
        )}
      </div>
    );
  }
  return (
    <div class="row">
      <input
        {...aria(props)}
        type="password"
        autocomplete="new-password"
        value={typeof props.value === "string" ? props.value : ""}
        readOnly={props.readOnly}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
      {isNew && (
        <Button small kind="quiet" onClick={() => renew(false, MASK)}>
          {words.keepSecret}
        </Button>
      )}
    </div>
  );
}

/** Names with texts, such as headers. */
function Pairs(props: InputProps): JSX.Element {
  const pairs = Object.entries(isObject(props.value) ? props.value : {});
  const set = (next: readonly (readonly [string, Value])[]) => props.onChange(Object.fromEntries(next));
  return (
    <div class="pairs" role="group" aria-label={props.label}>
      {pairs.map(([name, text], index) => (
        <div class="row" key={index}>
          <input
            aria-label={words.nameOf(index + 1)}
            value={name}
            readOnly={props.readOnly}
            onChange={(event) => set(pairs.with(index, [event.currentTarget.value, text]))}
          />
          <input
            aria-label={words.valueOf(name)}
            value={String(text)}
            readOnly={props.readOnly}
            onInput={(event) => set(pairs.with(index, [name, event.currentTarget.value]))}
          />
          {!props.readOnly && (
            <IconButton small icon="close" label={words.remove} onClick={() => set(pairs.toSpliced(index, 1))} />
          )}
        </div>
      ))}
      {!props.readOnly && (
        <Button
          small
          icon="plus"
          disabled={pairs.some(([name]) => name === "")}
          onClick={() => set([...pairs, ["", ""]])}
        >
          {words.add}
        </Button>
      )}
    </div>
  );
}

function AnyJson(props: InputProps): JSX.Element {
  return (
    <JsonField
      id={props.id}
      label={props.label}
      value={props.value}
      takesText={takesText(props.schema)}
      readOnly={props.readOnly}
      onChange={props.onChange}
    />
  );
}

function Lines(props: InputProps): JSX.Element {
  const { items } = props.schema;
  return (
    <LinesField
      id={props.id}
      describedBy={props.describedBy}
      value={isList(props.value) ? props.value : []}
      isNumeric={items?.type === "integer" || items?.type === "number"}
      isSecret={props.schema["x-secret"] === true}
      isWrong={props.isWrong}
      problems={props.problems}
      path={props.path}
      readOnly={props.readOnly}
      onChange={props.onChange}
    />
  );
}

/** The inputs that have no fields inside. */
export const SIMPLE_INPUTS: Readonly<Record<Exclude<Kind, "object" | "objects">, (props: InputProps) => JSX.Element>> =
  {
    switch: Switch,
    choice: Choice,
    choices: Choices,
    number: NumberInput,
    text: TextInput,
    "long text": LongText,
    secret: SecretInput,
    lines: Lines,
    pairs: Pairs,
    json: AnyJson,
  };
