import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { words } from "../strings.js";

/** The head of a page: its one `h1`, the way back, and the buttons of the page. Names the browser's tab, too. */
export function PageHead({
  title,
  back,
  about,
  badges,
  heading,
  children,
}: {
  readonly title: string;
  /** Where one came from: `{ href, label }`. */
  readonly back?: { readonly href: string; readonly label: string };
  /** A line under the title. */
  readonly about?: ComponentChildren;
  readonly badges?: ComponentChildren;
  /** Shown instead of the title, such as a field to change it; a screen reader still finds the title. */
  readonly heading?: ComponentChildren;
  /** Buttons. */
  readonly children?: ComponentChildren;
}): JSX.Element {
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  return (
    <header class="page-head">
      <div class="page-title">
        {back && (
          <a class="back" href={back.href}>
            {back.label}
          </a>
        )}
        <div class="row">
          <h1 tabIndex={-1} class={heading ? "visually-hidden" : undefined}>
            {title}
          </h1>
          {heading}
          {badges}
        </div>
        {about && <div class="page-about">{about}</div>}
      </div>
      {children && <div class="page-actions">{children}</div>}
    </header>
  );
}
