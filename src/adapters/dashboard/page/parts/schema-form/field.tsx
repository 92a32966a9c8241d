import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { words } from "../../strings.js";
import { Button, IconButton } from "../button.js";
import { type InputProps, SIMPLE_INPUTS } from "./inputs.js";
import {
  isList,
  isObject,
  type Kind,
  kindOf,
  nonNull,
  type ObjectValue,
  type Schema,
  under,
  type Value,
} from "./schema.js";

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
    <div
      class={`field${kind === "switch" ? " has-switch" : ""}${problem ? " wrong" : ""}`}
      data-field={name}
      data-kind={kind}
    >
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
      {!readOnly && examples.length > 0 && !/secret|choice/.test(kind) && (
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

const INPUTS: Readonly<Record<Kind, (props: InputProps) => JSX.Element>> = {
  ...SIMPLE_INPUTS,
  object: ObjectFields,
  objects: ObjectList,
};
