import { Component, type ComponentType, type JSX, type RenderableProps } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { PAGES } from "../pages.js";
import { Button, LinkButton } from "../parts/button.js";
import { Empty, Skeleton } from "../parts/status.js";
import { announce } from "../parts/toast.js";
import { href, route } from "../state/route.js";
import { shell } from "../strings.js";
import { PageHead } from "./page-head.js";

const loaded = new Map<string, ComponentType>();

/** The page of the address, fetched when it is first opened. */
export function PagePlace(): JSX.Element {
  const { page, parts } = route.value;
  const entry = PAGES.find(({ name }) => name === page);
  const [, show] = useState(0);
  const [error, fail] = useState<{ readonly page: string; readonly error: Error }>();
  const shownPlace = useRef<string | undefined>(undefined);
  const place = `${page}/${parts[0] ?? ""}`;
  const isLoaded = loaded.has(page);

  useEffect(() => {
    if (entry === undefined || loaded.has(entry.name)) return;
    let isGone = false;
    entry.load().then(
      (module) => {
        loaded.set(entry.name, module.default);
        if (!isGone) show((count) => count + 1);
      },
      (reason: Error) => isGone || fail({ page, error: reason }),
    );
    return () => {
      isGone = true;
    };
  }, [entry]);

  // On a new page the focus goes to its head, and a screen reader says its name.
  useEffect(() => {
    if (!isLoaded) return;
    const isFirst = shownPlace.current === undefined;
    const isSame = shownPlace.current === place;
    shownPlace.current = place;
    if (isFirst || isSame) return;
    document.getElementById("main")?.scrollTo(0, 0);
    const timer = setTimeout(() => {
      const head = document.querySelector<HTMLElement>("main h1");
      // Somebody who has moved into the new page meanwhile stays there.
      if (document.activeElement?.closest("main *, dialog") === null) head?.focus({ preventScroll: true });
      announce(head?.textContent ?? "");
    }, 60);
    return () => clearTimeout(timer);
  }, [place, isLoaded]);

  if (entry === undefined) {
    return (
      <>
        <PageHead title={shell.notFound} />
        <Empty
          icon="search"
          title={shell.notFound}
          actions={<LinkButton href={href("tasks")}>{shell.toTasks}</LinkButton>}
        >
          {shell.notFoundIs}
        </Empty>
      </>
    );
  }
  const Page = loaded.get(entry.name);
  if (Page === undefined) return error?.page === page ? <Broken error={error.error} /> : <Skeleton />;
  return (
    <Boundary key={place}>
      <Page />
    </Boundary>
  );
}

/** A page that fails takes nothing else with it. */
class Boundary extends Component<RenderableProps<object>, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {};

  static override getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? <Broken error={this.state.error} /> : this.props.children;
  }
}

function Broken({ error }: { readonly error: Error }): JSX.Element {
  return (
    <>
      <PageHead title={shell.broken} />
      <Empty
        icon="warning"
        title={shell.broken}
        actions={<Button onClick={() => location.reload()}>{shell.reload}</Button>}
      >
        <code>{error.message}</code>
      </Empty>
    </>
  );
}
