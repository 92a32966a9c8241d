import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { words } from "../../strings.js";
import { IconButton } from "../button.js";
import { FindBox } from "../find-box.js";
import { Icon } from "../icons.js";
import { Field } from "./field.js";
import { JsonField } from "./json-field.js";
import { type ObjectValue, problemsOf, type Schema, type Value } from "./schema.js";

interface SchemaFormProps {
  /** `schema` of `client.type(name)`: a JSON Schema with the words `x-groups`, `x-group`, `x-basic`, `x-lines`, `x-secret`. */
  readonly schema: Schema;
  /** The whole data object. Fields that the schema does not have are kept, and shown at the end. */
  readonly value: ObjectValue;
  /** With every change: the whole object, and what is wrong by the path of the field. */
  readonly onChange: (value: ObjectValue, problems: ReadonlyMap<string, string>) => void;
  readonly readOnly?: boolean;
  /** What the server said of fields, by name; shown beside them until they are changed. */
  readonly said?: Readonly<Record<string, string>>;
  /** Fields that stand elsewhere on the page. */
  readonly without?: readonly string[];
}

/** A form made of a schema alone: the basic fields first, the others folded by group, with a box to find one by its words. */
export function SchemaForm({
  schema,
  value,
  onChange,
  readOnly,
  said = {},
  without = [],
}: SchemaFormProps): JSX.Element {
  const [wanted, want] = useState("");
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name));
  const problems = useMemo(() => problemsOf(schema, value), [schema, value]);
  const change = (name: string, next: Value | undefined) => {
    const { [name]: _, ...rest } = value;
    // In its old place, so that what is posted keeps its order.
    const after = next === undefined ? rest : { ...value, [name]: next };
    onChange(after, problemsOf(schema, after));
  };
  const field = ([name, own]: readonly [string, Schema]) => (
    <Field
      key={name}
      name={name}
      schema={own}
      value={value[name] ?? own.default}
      isSet={name in value}
      problems={problems}
      path={name}
      said={said[name]}
      readOnly={readOnly === true}
      onChange={(next) => change(name, next)}
    />
  );
  const term = wanted.trim().toLowerCase();
  const isFound = ([name, own]: readonly [string, Schema]) =>
    `${name} ${own.title ?? ""} ${own.description ?? ""}`.toLowerCase().includes(term);
  const basic = properties.filter(([, own]) => own["x-basic"]);
  const others = basic.length === 0 ? properties : properties.filter(([, own]) => !own["x-basic"]);
  const groups = groupsOf(schema, others);
  const unknown = Object.entries(value).filter(([name]) => !(name in (schema.properties ?? {})) && name !== "_id");
  return (
    <div class="schema-form">
      <FindBox label={words.findField} value={wanted} onFind={want} />
      {term !== "" ? (
        <div class="fields">
          {properties.some(isFound) ? (
            properties.filter(isFound).map(field)
          ) : (
            <p class="soft">{words.noSuchField(wanted)}</p>
          )}
        </div>
      ) : (
        <>
          {basic.length > 0 && <div class="fields">{basic.map(field)}</div>}
          {groups.map(({ name, title, members }, place) => (
            <FieldGroup
              key={name}
              title={title}
              count={members.length}
              problemCount={
                members.filter(([one]) =>
                  [...problems.keys()].some((path) => path === one || path.startsWith(`${one}.`)),
                ).length
              }
              changedCount={
                members.filter(
                  ([one, own]) => one in value && JSON.stringify(value[one]) !== JSON.stringify(own.default),
                ).length
              }
              isOpen={basic.length === 0 && place === 0}
            >
              {() => members.map(field)}
            </FieldGroup>
          ))}
          {unknown.length > 0 && (
            <FieldGroup
              title={words.unknownFields}
              count={unknown.length}
              problemCount={0}
              changedCount={0}
              isOpen={false}
            >
              {() => (
                <>
                  <p class="soft">{words.unknownFieldsAre}</p>
                  {unknown.map(([name, own]) => (
                    <div class="field" key={name}>
                      <div class="field-head">
                        <span class="field-title">{name}</span>
                        {!readOnly && (
                          <IconButton
                            small
                            icon="trash"
                            label={`${words.remove} ${name}`}
                            onClick={() => change(name, undefined)}
                          />
                        )}
                      </div>
                      <JsonField
                        label={name}
                        value={own}
                        readOnly={readOnly === true}
                        onChange={(next) => change(name, next)}
                      />
                    </div>
                  ))}
                </>
              )}
            </FieldGroup>
          )}
        </>
      )}
    </div>
  );
}

interface Group {
  readonly name: string;
  readonly title: string;
  readonly members: readonly (readonly [string, Schema])[];
}

/** Groups in the order of the schema, those it does not name behind. */
function groupsOf(schema: Schema, properties: Group["members"]): Group[] {
  const named = schema["x-groups"] ?? [];
  const used = new Set(properties.map(([, own]) => own["x-group"] ?? ""));
  const all = [
    ...named,
    ...[...used]
      .filter((name) => !named.some((one) => one.name === name))
      .map((name) => ({ name, title: name || words.otherFields })),
  ];
  return all
    .map(({ name, title }) => ({
      name,
      title,
      members: properties.filter(([, own]) => (own["x-group"] ?? "") === name),
    }))
    .filter(({ members }) => members.length > 0);
}

/** A folded part of the form, whose fields are made when it is opened. */
function FieldGroup({
  title,
  count,
  problemCount,
  changedCount,
  isOpen: isOpenAtFirst,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly problemCount: number;
  readonly changedCount: number;
  readonly isOpen: boolean;
  readonly children: () => JSX.Element | JSX.Element[];
}): JSX.Element {
  const [isOpen, open] = useState(isOpenAtFirst || problemCount > 0);
  return (
    <details class="fold" open={isOpen} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" size={16} />
        <span class="fold-title">{title}</span>
        <span class="soft small-text">
          {changedCount > 0 ? words.fieldsChanged(count, changedCount) : words.fieldCount(count)}
        </span>
        {problemCount > 0 && <span class="badge bad">{words.problemCount(problemCount)}</span>}
      </summary>
      {isOpen && <div class="fields">{children()}</div>}
    </details>
  );
}
