import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { firstVariant } from "../../../../../kernel/text/spintax.js";
import { Button } from "../../parts/button.js";
import { Notice, Skeleton } from "../../parts/status.js";
import { Tabs } from "../../parts/tabs.js";
import { announce } from "../../parts/toast.js";
import { PageHead } from "../../shell/page-head.js";
import { client } from "../../state/client.js";
import { number } from "../../state/format.js";
import { href, route, setQuery } from "../../state/route.js";
import { articlesPage as say } from "../../strings.js";
import { copyText } from "./clipboard.js";
import { takeText } from "./handed-text.js";
import { Fields, type Given, KINDS, type Kind, languagesOf, USUAL } from "./playground-fields.js";
import { countChoices } from "./spintax-tree.js";
import { SpintaxView } from "./spintax-view.js";
import { Variants } from "./variants.js";

interface Result {
  readonly kind: Kind;
  readonly text: string;
  readonly result: string;
  readonly notes: readonly string[];
  readonly seconds: number;
}

/** Kept while the page is open: who looks at something else finds it as it was. */
let kept: { given: Given; result: Result | undefined } = { given: USUAL, result: undefined };

/** Spins, paraphrases and writes about-me texts, and shows what came of it. Nothing is stored. */
export function Playground(): JSX.Element {
  const { query } = route.value;
  const kind = KINDS.find((one) => one === query.get("kind")) ?? "spin";
  const [given, give] = useState<Given>(() => {
    const text = takeText() || query.get("text") || kept.given.text;
    return { ...kept.given, text };
  });
  const [result, show] = useState(kept.result);
  const [error, fail] = useState<Error>();
  const [isBusy, work] = useState(false);
  const control = useRef<AbortController>(undefined);
  const outcome = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => () => control.current?.abort(), []);
  kept = { given, result };
  const subject = kind === "aboutme" ? given.keyword : given.text;

  const run = async (with_: Given = given) => {
    control.current?.abort();
    const own = new AbortController();
    control.current = own;
    work(true);
    fail(undefined);
    const notes: string[] = [];
    const began = performance.now();
    try {
      const answer = await ask(kind, with_, { signal: own.signal, onNotes: (said) => notes.push(...said) });
      const seconds = (performance.now() - began) / 1000;
      show({ kind, text: kind === "aboutme" ? "" : with_.text, result: answer, notes, seconds });
      announce(say.done);
      setTimeout(() => outcome.current?.scrollIntoView({ block: "nearest" }), 30);
    } catch (reason) {
      if (!own.signal.aborted) fail(reason as Error);
    } finally {
      if (control.current === own) work(false);
    }
  };
  const own = result?.kind === kind ? result : undefined;
  return (
    <>
      <PageHead title={say.playground} back={{ href: href("articles"), label: say.title }} about={say.playgroundIs} />
      <div class="playground">
        <Tabs
          label={say.kindOf}
          tabs={KINDS.map((name) => ({ name, label: say.kinds[name] }))}
          chosen={kind}
          onChoose={(name) => {
            fail(undefined);
            setQuery({ kind: name === "spin" ? undefined : name });
          }}
        >
          <form
            class="card playground-form"
            onSubmit={(event) => {
              event.preventDefault();
              void run();
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && subject.trim() && !isBusy) void run();
            }}
          >
            {kind === "aboutme" ? (
              <label class="field" for={`${id}-keyword`}>
                <span class="field-title">{say.keyword}</span>
                <input
                  id={`${id}-keyword`}
                  value={given.keyword}
                  onInput={(event) => give({ ...given, keyword: event.currentTarget.value })}
                />
                <span class="soft small-text">{say.keywordIs}</span>
              </label>
            ) : (
              <label class="field" for={`${id}-text`}>
                <span class="field-title">{say.text}</span>
                <textarea
                  id={`${id}-text`}
                  dir="auto"
                  rows={7}
                  value={given.text}
                  placeholder={say.textIs}
                  onInput={(event) => give({ ...given, text: event.currentTarget.value })}
                />
              </label>
            )}
            <Fields kind={kind} given={given} onChange={give} />
            <div class="row">
              <Button kind="primary" type="submit" icon="play" busy={isBusy} disabled={subject.trim() === ""}>
                {say.run[kind]}
              </Button>
              {isBusy && (
                <Button
                  icon="stop"
                  onClick={() => {
                    control.current?.abort();
                    work(false);
                  }}
                >
                  {say.stop}
                </Button>
              )}
              <span class="soft small-text numbers">
                {kind === "aboutme" ? say.shortcut : say.textLength(number(given.text.length), say.shortcut)}
              </span>
            </div>
          </form>
          {error && (
            <Notice kind="error" title={say.failed}>
              {error.message}
            </Notice>
          )}
          <div ref={outcome} class="stack">
            {isBusy && own === undefined && <Skeleton lines={4} />}
            {own && <Outcome result={own} given={given} onGiven={give} />}
            {!own && !isBusy && !error && (
              <Examples
                kind={kind}
                onTake={(text) => {
                  const next = kind === "aboutme" ? { ...given, keyword: text } : { ...given, text };
                  give(next);
                  void run(next);
                }}
              />
            )}
          </div>
        </Tabs>
      </div>
    </>
  );
}

function ask(kind: Kind, given: Given, call: Parameters<typeof client.spin>[1]): Promise<string> {
  const { text, keyword, target, login, voice, strength } = given;
  // One that was chosen for another call may be none of this one.
  const language = languagesOf(kind).includes(given.language) && given.language;
  const shared = {
    ...(given.protectedWords.trim() && { csvprotectedwords: given.protectedWords }),
    ...(given.seed.trim() && { seed: given.seed.trim() }),
  };
  if (kind === "spin") return client.spin({ text, strength, ...(language && { language }), ...shared }, call);
  if (kind === "paraphrase") {
    return client.paraphrase(
      {
        text,
        login,
        ...(language && { sourcelanguage: language }),
        ...(target && { finallanguage: target }),
        ...shared,
      },
      call,
    );
  }
  const seed = given.seed.trim();
  return client.aboutMe({ keyword, ...(voice && { voice }), ...(seed && { seed }) }, call);
}

function Outcome({
  result,
  given,
  onGiven,
}: {
  readonly result: Result;
  readonly given: Given;
  readonly onGiven: (given: Given) => void;
}): JSX.Element {
  const choices = countChoices(result.result);
  const isAbout = result.kind === "aboutme";
  // Spinning keeps the text as its first options; of a paraphrase only what was given is the text.
  const source = result.kind === "spin" ? firstVariant(result.result) : result.text;
  return (
    <>
      {result.notes.length > 0 && (
        <Notice kind="info" title={say.notes}>
          <ul>
            {result.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      <section class="card outcome" aria-label={say.result}>
        <div class="outcome-head">
          <h2>{isAbout ? say.kinds.aboutme : say.result}</h2>
          <span class="soft small-text numbers">
            {isAbout ? "" : `${say.choices(number(choices), choices)} · `}
            {say.seconds(number(Number(result.seconds.toFixed(1))))}
          </span>
          <Button small icon="copy" onClick={() => void copyText(result.result)}>
            {isAbout ? say.copy : say.copySpintax}
          </Button>
        </div>
        {isAbout ? (
          <div class="prose about-text" dir="auto">
            {result.result.split(/\n+/).map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </div>
        ) : (
          <SpintaxView key={result.result} text={result.result} />
        )}
      </section>
      {!isAbout && (
        <Variants
          spintax={result.result}
          source={source}
          count={given.count}
          // A spin has been as strong as asked.
          strength={result.kind === "spin" ? "default" : given.strength}
          onCount={(count) => onGiven({ ...given, count })}
        />
      )}
    </>
  );
}

/** Texts to try it with. */
function Examples({ kind, onTake }: { readonly kind: Kind; readonly onTake: (text: string) => void }): JSX.Element {
  const examples = kind === "aboutme" ? say.keywordExamples : say.examples;
  return (
    <div class="examples">
      <div>
        <h2>{say.tryOne}</h2>
        <p class="soft">{say.tryOneIs}</p>
      </div>
      <ul class="cards">
        {examples.map(([title, text]) => (
          <li key={title}>
            <button type="button" class="card example" onClick={() => onTake(text)}>
              <h3>{title}</h3>
              <span class="soft">{kind === "aboutme" ? say.voiceExpected : text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
