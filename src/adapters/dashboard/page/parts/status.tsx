import type { ComponentChildren, JSX } from "preact";
import { duration, number } from "../state/format.js";
import { words } from "../strings.js";
import { Icon, type IconName } from "./icons.js";

/** A word in a coloured frame. The colour is never the only sign. */
export function Badge({
  kind = "neutral",
  children,
}: {
  readonly kind?: "neutral" | "accent" | "good" | "bad" | "warn" | "live";
  readonly children: ComponentChildren;
}): JSX.Element {
  return <span class={`badge ${kind}`}>{children}</span>;
}

const KINDS = {
  draft: "neutral",
  waiting: "accent",
  running: "live",
  "aborting...": "warn",
  aborted: "warn",
  failed: "bad",
  complete: "good",
} as const;

/** The status of a task or a run. */
export function StatusBadge({ status }: { readonly status: string }): JSX.Element {
  return (
    <Badge kind={KINDS[status as keyof typeof KINDS] ?? "neutral"}>
      <span class="dot" />
      {words.status(status)}
    </Badge>
  );
}

interface Amount {
  readonly percent: number;
  readonly done?: number;
  readonly total?: number;
  readonly failed?: number;
  readonly etaSeconds?: number | null;
}

/** How far something is. */
export function ProgressBar({
  label,
  progress,
  slim,
}: {
  readonly label: string;
  readonly progress: Amount;
  readonly slim?: boolean;
}): JSX.Element {
  const { percent, done, total, failed = 0, etaSeconds } = progress;
  return (
    <div class={slim ? "progress slim" : "progress"}>
      <div
        class="progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div class={failed > 0 ? "progress-fill some-failed" : "progress-fill"} style={{ inlineSize: `${percent}%` }} />
      </div>
      <div class="progress-text">
        <span>{percent}%</span>
        {!slim && total !== undefined && total > 0 && <span>{words.ofTotal(number(done ?? 0), number(total))}</span>}
        {etaSeconds != null && etaSeconds > 0 && <span>{words.timeLeft(duration(etaSeconds))}</span>}
      </div>
    </div>
  );
}

/** Nothing is here, why, and what to do. */
export function Empty({
  icon,
  title,
  children,
  actions,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={28} />
      </span>
      <h2>{title}</h2>
      {children && <div class="empty-text">{children}</div>}
      {actions && <div class="row">{actions}</div>}
    </div>
  );
}

/** Something that keeps standing: a problem, a hint. */
export function Notice({
  kind = "info",
  title,
  children,
  actions,
}: {
  readonly kind?: "info" | "warning" | "error" | "success";
  readonly title?: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`notice ${kind}`} role={kind === "error" ? "alert" : undefined}>
      <Icon name={kind === "success" ? "check" : kind === "info" ? "info" : "warning"} />
      <div>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div class="row">{actions}</div>}
    </div>
  );
}

/** What a reading gave: its error with a button, a placeholder, or what it is for. */
export function Loaded<T>({
  from,
  children,
}: {
  readonly from: { readonly data: T | undefined; readonly error: Error | undefined; reload(): void };
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  return (
    <>
      {from.error && (
        <Notice
          kind="error"
          title={words.notLoaded}
          actions={
            <button type="button" class="button small" onClick={() => from.reload()}>
              {words.tryAgain}
            </button>
          }
        >
          {from.error.message}
        </Notice>
      )}
      {from.data === undefined ? !from.error && <Skeleton /> : children(from.data)}
    </>
  );
}

export function Skeleton({ lines = 5 }: { readonly lines?: number }): JSX.Element {
  return (
    <div class="skeleton" role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}
