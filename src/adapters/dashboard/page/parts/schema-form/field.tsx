import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { words } from "../../strings.js";
import { Button, IconButton } from "../button.js";
import { JsonField } from "./json-field.js";
import { LinesField } from "./lines-field.js";
import { isList, isObject, kindOf, nonNull, type ObjectValue, type Schema, under, type Value } from "./schema.js";

/** How a stored secret is shown; posted back it keeps the secret. */
const MASK = "********";

interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Value | undefined;
  /** Whether the data object has it; otherwise the default is shown. */
  readonly isSet: boolean;
  readonly problems: ReadonlyMap<string, string>;
  readonly path: string;
  readonly said?: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (value: Value | undefined) => void;
}

interface InputProps {
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

/** A field with its title, its help, its examples and what is wrong with it. */
export function Field({
  name,
  schema: given,
  value,
  problems,
  path,
  said,
  readOnly,
  onChange,
}: FieldProps): JSX.Element {
  const id = useId();
  const { schema, nullable } = nonNull(given);
  const kind = kindOf(given, value);
  const title = given.title ?? name;
  const problem = problems.get(path) ?? said;
  const Input = INPUTS[kind];
  const examples = (given.examples ?? []).filter((one) => JSON.stringify(one) !== JSON.stringify(value));
  const input = (
    <Input
      {...{ id, schema, value, nullable, readOnly, problems, path, onChange }}
      describedBy={`${id}-help`}
      label={title}
      isWrong={problem !== undefined}
    />
  );
  return (
    <div class={`field ${kind.replace(" ", "-")}${problem ? " wrong" : ""}`} data-field={name}>
      {kind === "switch" ? (
        <div class="switch-row">
          {input}
          <label class="field-title" for={id}>
            {title}
          </label>
        </div>
      ) : (
        <label class="field-title" for={id}>
          {title}
        </label>
      )}
      <div class="field-help" id={`${id}-help`}>
        {given.description && <Description text={given.description} />}
        {problem && (
          <span class="field-problem" role="alert">
            {problem}
          </span>
        )}
      </div>
      {kind !== "switch" && input}
      {!readOnly && examples.length > 0 && kind !== "secret" && kind !== "choice" && (
        <div class="field-examples">
          <span class="soft">{words.example}</span>
          {examples.slice(0, 3).map((example) => (
            <button key={JSON.stringify(example)} type="button" class="chip" onClick={() => onChange(example)}>
              {shortly(example)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The meaning of a field: what stands in backticks is code. */
export function Description({ text }: { readonly text: string }): JSX.Element {
  return (
    <span>
      {text
        .split(/(`[^`]+`)/)
        .map((part, index) =>
          part.startsWith("`") && part.endsWith("`") && part.length > 2 ? (
            <code key={index}>{part.slice(1, -1)}</code>
          ) : (
            part
          ),
        )}
    </span>
  );
}

function shortly(value: Value): string {
  const text =
    isList(value) && value.every((one) => typeof one !== "object")
      ? value.join(", ")
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
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
  const values = props.schema.items?.enum ?? [];
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
  return (
    <input
      {...aria(props)}
      type="text"
      value={typeof props.value === "string" ? props.value : props.value == null ? "" : JSON.stringify(props.value)}
      readOnly={props.readOnly}
      spellcheck={false}
      onInput={(event) => props.onChange(event.currentTarget.value)}
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

function ObjectFields(props: InputProps): JSX.Element {
  const value: ObjectValue = isObject(props.value) ? props.value : {};
  return (
    <div class="sub-fields" role="group" aria-label={props.label}>
      {Object.entries(props.schema.properties ?? {}).map(([name, own]) => (
        <Field
          key={name}
          name={name}
          schema={own}
          value={value[name] ?? own.default}
          isSet={name in value}
          problems={props.problems}
          path={under(props.path, name)}
          readOnly={props.readOnly}
          onChange={(next) => props.onChange(next === undefined ? value : { ...value, [name]: next })}
        />
      ))}
    </div>
  );
}

/** A list of objects: each a small form that can be moved and removed. */
function ObjectList(props: InputProps): JSX.Element {
  const items = isList(props.value) ? props.value : [];
  const item = props.schema.items ?? {};
  const [opened, open] = useState<number | undefined>(items.length === 1 ? 0 : undefined);
  return (
    <div class="object-list" role="group" aria-label={props.label}>
      {items.map((one, index) => (
        <details
          class="fold"
          key={index}
          open={opened === index}
          onToggle={(event) => event.currentTarget.open && open(index)}
        >
          <summary>
            <span class="fold-title">{summaryOf(one, index)}</span>
            {!props.readOnly && (
              <IconButton
                small
                icon="trash"
                label={words.remove}
                onClick={(event) => {
                  event.preventDefault();
                  props.onChange(items.toSpliced(index, 1));
                }}
              />
            )}
          </summary>
          {opened === index && (
            <ObjectFields
              {...props}
              schema={item}
              value={one}
              path={under(props.path, String(index))}
              onChange={(next) => next !== undefined && props.onChange(items.with(index, next))}
            />
          )}
        </details>
      ))}
      {!props.readOnly && (
        <Button
          small
          icon="plus"
          onClick={() => {
            props.onChange([...items, {}]);
            open(items.length);
          }}
        >
          {words.add}
        </Button>
      )}
    </div>
  );
}

function summaryOf(item: Value, index: number): string {
  const texts = isObject(item) ? Object.values(item).filter((one) => typeof one === "string" && one !== "") : [];
  return texts.length > 0 ? `${index + 1}. ${texts.slice(0, 3).join(" · ")}` : words.entry(index + 1);
}

function AnyJson(props: InputProps): JSX.Element {
  return (
    <JsonField
      id={props.id}
      label={props.label}
      value={props.value}
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

const INPUTS: Readonly<Record<ReturnType<typeof kindOf>, (props: InputProps) => JSX.Element>> = {
  switch: Switch,
  choice: Choice,
  choices: Choices,
  number: NumberInput,
  text: TextInput,
  "long text": LongText,
  secret: SecretInput,
  lines: Lines,
  pairs: Pairs,
  object: ObjectFields,
  objects: ObjectList,
  json: AnyJson,
};
