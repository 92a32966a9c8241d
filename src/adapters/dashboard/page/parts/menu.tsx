import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "./button.js";
import { Icon, type IconName } from "./icons.js";

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** A tick: the item is a choice that is on or off. */
  readonly checked?: boolean;
  readonly run: () => void;
}

interface MenuProps {
  /** The name of the button. */
  readonly label: string;
  readonly icon?: IconName;
  /** What the button shows; its icon alone without. */
  readonly children?: ComponentChildren;
  readonly items: readonly MenuItem[];
  readonly small?: boolean;
  /** Choices of which several may be ticked: the menu stays open. */
  readonly stays?: boolean;
}

/** A button with a menu under it: arrows, Home, End, letters, Escape. */
export function Menu({ label, icon = "more", children, items, small, stays }: MenuProps): JSX.Element {
  const [isOpen, open] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    // Over everything, so that no box that scrolls cuts it off.
    list.current?.showPopover();
    if (list.current && place.current) stand(list.current, place.current.getBoundingClientRect());
    place.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const away = (event: Event) => {
      if (!list.current?.contains(event.target as Node)) open(false);
    };
    const outside = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) open(false);
    };
    addEventListener("pointerdown", outside);
    addEventListener("scroll", away, true);
    addEventListener("resize", away);
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("scroll", away, true);
      removeEventListener("resize", away);
    };
  }, [isOpen]);

  // The menu of another row, when a table fills its boxes with other rows.
  useLayoutEffect(() => open(false), [label]);

  const close = () => {
    open(false);
    place.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const all = [...(place.current?.querySelectorAll<HTMLElement>("[role^=menuitem]:not(:disabled)") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to =
      event.key === "ArrowDown"
        ? (at + 1) % all.length
        : event.key === "ArrowUp"
          ? (at - 1 + all.length) % all.length
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? all.length - 1
              : event.key.length === 1 && event.key !== " "
                ? all.findIndex(
                    (item, index) => index > at && (item.textContent ?? "").toLowerCase().startsWith(event.key),
                  )
                : -1;
    if (event.key === "Escape") close();
    else if (event.key === "Tab") open(false);
    if (event.key === "Escape" || to >= 0) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (to >= 0) all[to]?.focus();
  };
  return (
    <div class="menu" ref={place} onKeyDown={onKeyDown}>
      <Button
        small={small === true}
        kind={children === undefined ? "quiet" : "plain"}
        icon={icon}
        class={children === undefined ? "only-icon" : ""}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label}
        onClick={(event) => {
          event.stopPropagation();
          open(!isOpen);
        }}
      >
        {children}
      </Button>
      {isOpen && (
        <div class="menu-list" role="menu" id={id} aria-label={label} popover="manual" ref={list}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role={item.checked === undefined ? "menuitem" : "menuitemcheckbox"}
              aria-checked={item.checked}
              class={item.danger ? "danger" : ""}
              disabled={item.disabled}
              tabIndex={-1}
              onClick={(event) => {
                event.stopPropagation();
                if (!stays) close();
                item.run();
              }}
            >
              {item.checked !== undefined ? (
                <span class="tick">{item.checked && <Icon name="check" size={16} />}</span>
              ) : (
                item.icon && <Icon name={item.icon} size={16} />
              )}
              <span>{item.label}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const GAP = 4;

/** Places the menu under its button, its end at the end of the button; above it or the other way round where there is no room. */
function stand(list: HTMLElement, button: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = list;
  const isRight = getComputedStyle(list).direction === "rtl";
  const wanted = isRight ? button.left : button.right - width;
  const fits = button.bottom + GAP + height <= innerHeight || button.top < height + GAP;
  list.style.left = `${Math.max(GAP, Math.min(wanted, innerWidth - width - GAP))}px`;
  list.style.top = `${fits ? button.bottom + GAP : button.top - height - GAP}px`;
}
