import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { AboutMeVoice, SpinOptions } from "../../../../../kernel/providers.js";
import { languages } from "../../state/client.js";
import { articlesPage as say } from "../../strings.js";

export const KINDS = ["spin", "paraphrase", "aboutme"] as const;
export type Kind = (typeof KINDS)[number];
export type Strength = NonNullable<SpinOptions["strength"]>;

/** What is asked for, of all three kinds together. */
export interface Given {
  readonly text: string;
  readonly keyword: string;
  readonly protectedWords: string;
  readonly strength: Strength;
  /** Empty for the one that is found out. */
  readonly language: string;
  /** Empty for no translation. */
  readonly target: string;
  readonly login: string;
  /** Empty for the one that suits the keyword. */
  readonly voice: AboutMeVoice | "";
  readonly seed: string;
  readonly count: number;
}

export const USUAL: Given = {
  text: "",
  keyword: "",
  protectedWords: "",
  strength: "default",
  language: "",
  target: "",
  // Any well-formed address will do, unless the server names some.
  login: "playground@example.com",
  voice: "",
  seed: "",
  count: 3,
};

const STRENGTHS: Readonly<Record<Strength, string>> = say.strengths;
const VOICES: Readonly<Record<AboutMeVoice, string>> = say.voices;
const names = new Intl.DisplayNames(undefined, { type: "language", fallback: "code" });

/** The languages that a call takes, by their names. */
export function languagesOf(kind: Kind): readonly string[] {
  if (kind === "aboutme") return [];
  return languages[kind].split(" ").sort((one, other) => names.of(one)!.localeCompare(names.of(other)!));
}

/** The settings of a call, as far as its kind has them. */
export function Fields({
  kind,
  given,
  onChange,
}: {
  readonly kind: Kind;
  readonly given: Given;
  readonly onChange: (given: Given) => void;
}): JSX.Element {
  const id = useId();
  const set = (changes: Partial<Given>) => onChange({ ...given, ...changes });
  const isAbout = kind === "aboutme";
  return (
    <div class="playground-fields">
      {!isAbout && (
        <fieldset class="field strength">
          <legend class="field-title">{say.strength}</legend>
          <div class="segments">
            {(Object.keys(STRENGTHS) as Strength[]).map((name) => (
              <label key={name} class={given.strength === name ? "is-chosen" : ""}>
                <input
                  type="radio"
                  name={`${id}-strength`}
                  class="visually-hidden"
                  checked={given.strength === name}
                  onChange={() => set({ strength: name })}
                />
                {STRENGTHS[name]}
              </label>
            ))}
          </div>
          <span class="soft small-text">{say.strengthIs[kind][given.strength]}</span>
        </fieldset>
      )}
      {isAbout && (
        <label class="field" for={`${id}-voice`}>
          <span class="field-title">{say.voice}</span>
          <select
            id={`${id}-voice`}
            value={given.voice}
            onChange={(event) => set({ voice: event.currentTarget.value as AboutMeVoice | "" })}
          >
            <option value="">{say.suits}</option>
            {Object.entries(VOICES).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {!isAbout && (
        <label class="field" for={`${id}-protected`}>
          <span class="field-title">{say.protectedWords}</span>
          <input
            id={`${id}-protected`}
            value={given.protectedWords}
            placeholder={say.protectedExample}
            onInput={(event) => set({ protectedWords: event.currentTarget.value })}
          />
          <span class="soft small-text">{say.protectedIs}</span>
        </label>
      )}
      {!isAbout && (
        <Language
          id={`${id}-language`}
          label={say.language}
          kind={kind}
          none={kind === "spin" ? say.foundOut : names.of("en")!}
          value={given.language}
          onChange={(language) => set({ language })}
        />
      )}
      {kind === "paraphrase" && (
        <>
          <Language
            id={`${id}-target`}
            label={say.target}
            kind={kind}
            none={say.noTranslation}
            value={given.target}
            onChange={(target) => set({ target })}
          />
          <label class="field" for={`${id}-login`}>
            <span class="field-title">{say.login}</span>
            <input
              id={`${id}-login`}
              type="email"
              required
              value={given.login}
              onInput={(event) => set({ login: event.currentTarget.value })}
            />
            <span class="soft small-text">{say.loginIs}</span>
          </label>
        </>
      )}
      <label class="field" for={`${id}-seed`}>
        <span class="field-title">{say.seedOfText}</span>
        <input
          id={`${id}-seed`}
          value={given.seed}
          spellcheck={false}
          placeholder={isAbout ? say.noSeedAbout : say.noSeed}
          onInput={(event) => set({ seed: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}

function Language({
  id,
  label,
  kind,
  none,
  value,
  onChange,
}: {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  readonly none: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
}): JSX.Element {
  return (
    <label class="field" for={id}>
      <span class="field-title">{label}</span>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{none}</option>
        {languagesOf(kind).map((code) => (
          <option key={code} value={code}>
            {names.of(code)}
          </option>
        ))}
      </select>
    </label>
  );
}
