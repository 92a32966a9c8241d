import type { ButtonHTMLAttributes, ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icons.js";

type Kind = "primary" | "plain" | "quiet" | "danger";

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "icon" | "type" | "disabled" | "children"> {
  readonly kind?: Kind;
  readonly icon?: IconName;
  readonly small?: boolean;
  readonly disabled?: boolean | undefined;
  readonly type?: "button" | "submit";
  /** Shows that it works, and takes no second click meanwhile. */
  readonly busy?: boolean | undefined;
  readonly children?: ComponentChildren;
}

export function Button({
  kind = "plain",
  icon,
  small,
  busy,
  disabled,
  children,
  class: more,
  type = "button",
  ...rest
}: ButtonProps): JSX.Element {
  const name = ["button", kind, small && "small", more].filter(Boolean).join(" ");
  return (
    <button {...rest} type={type} class={name} disabled={disabled || busy} aria-busy={busy || undefined}>
      {busy ? <span class="spinner" /> : icon && <Icon name={icon} size={small ? 16 : 18} />}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

/** A button that is a picture; `label` is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  class: more,
  ...rest
}: Omit<ButtonProps, "children" | "label"> & { readonly icon: IconName; readonly label: string }): JSX.Element {
  return (
    <Tooltip text={label}>
      <Button {...rest} kind={rest.kind ?? "quiet"} icon={icon} class={`only-icon ${more ?? ""}`} aria-label={label} />
    </Tooltip>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  href,
  kind = "plain",
  icon,
  small,
  children,
}: {
  readonly href: string;
  readonly kind?: Kind;
  readonly icon?: IconName;
  readonly small?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <a class={["button", kind, small && "small"].filter(Boolean).join(" ")} href={href}>
      {icon && <Icon name={icon} size={small ? 16 : 18} />}
      <span>{children}</span>
    </a>
  );
}

/** Says what a control is for while it is pointed at or has the focus. The control itself has the words for screen readers. */
export function Tooltip({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <span class="tooltip" data-tip={text}>
      {children}
    </span>
  );
}
