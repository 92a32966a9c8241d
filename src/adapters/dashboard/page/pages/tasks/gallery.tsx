import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icons.js";
import { Loaded } from "../../parts/status.js";
import { toastError } from "../../parts/toast.js";
import { PageHead } from "../../shell/page-head.js";
import { client } from "../../state/client.js";
import { useResource } from "../../state/resource.js";
import { go, href } from "../../state/route.js";
import { useTypes } from "../../state/types.js";
import { tasksPage as say } from "../../strings.js";

type ListedType = Awaited<ReturnType<typeof client.types>>[number];

/** Every task type: what it does, what it needs, and whether it can run now. A click makes a draft and opens its form. */
export function Gallery(): JSX.Element {
  const types = useTypes();
  // Asks the providers, too, which may take a while: the gallery does not wait for it.
  const readiness = useResource("readiness", (signal) => client.ready({ verbose: true, signal }));
  const [wanted, want] = useState("");
  const [busy, setBusy] = useState<string>();
  const term = wanted.trim().toLowerCase();
  const unready = new Map(readiness.data?.unready.map((one) => [one.type, one]));

  const create = async (type: string) => {
    setBusy(type);
    try {
      const { id } = await client.create(type);
      go("task", id);
    } catch (error) {
      toastError(error);
      setBusy(undefined);
    }
  };
  return (
    <>
      <PageHead title={say.gallery} back={{ href: href("tasks"), label: say.title }} about={say.galleryIs} />
      <div class="task-search gallery-search">
        <Icon name="search" size={18} />
        <input
          type="search"
          aria-label={say.findType}
          placeholder={say.findType}
          value={wanted}
          onInput={(event) => want(event.currentTarget.value)}
        />
      </div>
      <Loaded from={types}>
        {(all) => {
          const shown = all.filter(({ title, summary, words }) =>
            `${title} ${summary} ${words}`.toLowerCase().includes(term),
          );
          if (shown.length === 0) return <p class="soft">{say.noType}</p>;
          return (
            <ul class="cards gallery">
              {shown.map((type) => (
                <li key={type.type}>
                  <button
                    type="button"
                    class="card type-card"
                    disabled={busy !== undefined}
                    aria-busy={busy === type.type || undefined}
                    onClick={() => void create(type.type)}
                  >
                    <h2>{type.title}</h2>
                    <p class="soft">{type.summary}</p>
                    <p class="soft type-needs">{say.needs([...type.needs, ...type.usuallyNeeds].map(say.port))}</p>
                    <Readiness
                      type={type}
                      unready={unready.get(type.type)}
                      isKnown={readiness.data !== undefined || readiness.error !== undefined}
                    />
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}

function Readiness({
  type,
  unready,
  isKnown,
}: {
  readonly type: ListedType;
  readonly unready: { readonly missing: readonly string[]; readonly otherwise?: true } | undefined;
  readonly isKnown: boolean;
}): JSX.Element {
  const missing = unready?.missing ?? type.missing;
  const ports = missing.join(", ");
  const [kind, text] =
    missing.length === 0
      ? isKnown
        ? ["good", say.ready]
        : ["neutral", say.checking]
      : unready?.otherwise && type.missing.length === 0
        ? ["warn", say.limited(ports)]
        : ["bad", say.unready(ports)];
  return (
    <span class={`readiness ${kind}`}>
      <span class="dot" />
      {text}
    </span>
  );
}
