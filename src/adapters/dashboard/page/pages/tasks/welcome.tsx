import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button, LinkButton } from "../../parts/button.js";
import { Icon, type IconName } from "../../parts/icons.js";
import { SpintaxText } from "../../parts/spintax-text.js";
import { Notice, ProgressBar } from "../../parts/status.js";
import { toastError } from "../../parts/toast.js";
import { PageHead } from "../../shell/page-head.js";
import { client, offers, readOnly } from "../../state/client.js";
import { progressMoved } from "../../state/live.js";
import { go, href } from "../../state/route.js";
import { tasksPage as say } from "../../strings.js";
import { progressNow, tasks } from "./tasks-store.js";

const ICONS: Readonly<Record<string, IconName>> = { articles: "articles", crawl: "globe", spin: "shuffle" };

interface Begun {
  readonly id: string;
  readonly name: string;
}

/** An empty server: three things that work at once, each with one click, and end with a result on the screen. */
export function Welcome({ onBegin }: { readonly onBegin: (isGoing: boolean) => void }): JSX.Element {
  const [begun, begin] = useState<Begun>();
  const [spun, spin] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const task = tasks.value?.find(({ _id }) => _id === begun?.id);

  useEffect(() => {
    if (begun === undefined || task?.status !== "complete") return;
    onBegin(false);
    if (begun.name === "articles") go("articles", begun.id);
    else go("run", begun.id);
  }, [task?.status]);

  const start = async (name: string) => {
    setBusy(name);
    try {
      if (name === "spin") spin(await client.spin({ text: say.sampleText }));
      else {
        const offer = offers.find((one) => one.name === name)!;
        onBegin(true);
        const { id } = await client.create(offer.type);
        await client.setData(id, { ...offer.data, jobName: say.offerNames[name] ?? name }, { onNotes: () => {} });
        await client.run(id, { origin: "ui" });
        begin({ id, name });
        return;
      }
    } catch (error) {
      onBegin(false);
      toastError(error);
    }
    setBusy(undefined);
  };
  const names = [...offers.map(({ name }) => name), "spin"].filter((name) => name in say.offers);
  return (
    <>
      <PageHead title={say.welcome} about={readOnly ? say.emptyReadOnly : say.welcomeIs} />
      {!readOnly && (
        <>
          <ul class="cards offers">
            {names.map((name) => {
              const offer = say.offers[name as keyof typeof say.offers];
              return (
                <li class="card" key={name}>
                  <span class="empty-icon">
                    <Icon name={ICONS[name] ?? "play"} size={26} />
                  </span>
                  <h2>{offer.title}</h2>
                  <p class="soft">{offer.text}</p>
                  {begun?.name === name ? (
                    <Going id={begun.id} />
                  ) : (
                    <Button
                      kind="primary"
                      busy={busy === name}
                      disabled={busy !== undefined}
                      onClick={() => void start(name)}
                    >
                      {offer.action}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
          {spun !== undefined && (
            <section class="card" aria-label={say.spinResult}>
              <h2>{say.spinResult}</h2>
              <SpintaxText text={spun} />
              <details>
                <summary>{say.spinOriginal}</summary>
                <p class="soft">{say.sampleText}</p>
              </details>
              <div class="row">
                <LinkButton icon="shuffle" href={href("articles", "playground", { text: say.sampleText })}>
                  {say.toPlayground}
                </LinkButton>
              </div>
            </section>
          )}
          <p class="row">
            <span class="soft">{say.orCreate}</span>
            <LinkButton icon="plus" href={href("tasks", "new")}>
              {say.create}
            </LinkButton>
          </p>
        </>
      )}
    </>
  );
}

function Going({ id }: { readonly id: string }): JSX.Element {
  void progressMoved.value;
  const task = tasks.value?.find(({ _id }) => _id === id);
  if (task?.status === "failed" || task?.status === "aborted") {
    return (
      <Notice
        kind="error"
        actions={
          <LinkButton small href={href("run", id)}>
            {say.open}
          </LinkButton>
        }
      >
        {task.error?.message}
      </Notice>
    );
  }
  const progress = task && progressNow(task);
  return <ProgressBar label={say.working} progress={progress ?? { percent: 0 }} />;
}
