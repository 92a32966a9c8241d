import type { JSX } from "preact";
import { PAGES } from "../pages.js";
import { IconButton } from "../parts/button.js";
import { ConfirmPlace } from "../parts/dialog.js";
import { Icon } from "../parts/icons.js";
import { Menu } from "../parts/menu.js";
import { openShortcutHelp, ShortcutHelp, useShortcuts } from "../parts/shortcuts.js";
import { Badge } from "../parts/status.js";
import { ToastPlace } from "../parts/toast.js";
import { readOnly } from "../state/client.js";
import { go, href, route } from "../state/route.js";
import { type Theme, theme } from "../state/theme.js";
import { shell, words } from "../strings.js";
import { ConnectionBanner } from "./connection.js";
import { KeyDialog } from "./key-dialog.js";
import { PagePlace } from "./page-place.js";

const NAVIGATION = PAGES.filter(({ name, under }) => name === under);
const THEME_ICONS = { system: "screen", light: "sun", dark: "moon" } as const;

/** What stands around every page. */
export function Shell(): JSX.Element {
  const current = PAGES.find(({ name }) => name === route.value.page)?.under;
  useShortcuts(
    NAVIGATION.map(({ name }) => ({
      keys: `g ${name === "articles" ? "w" : name[0]}`,
      label: shell.goTo(shell.pages[name]!),
      run: () => go(name),
    })),
  );
  return (
    <div class="shell">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {shell.skip}
      </a>
      <nav class="sidebar" aria-label={shell.navigation}>
        <a class="brand" href={href("tasks")} aria-label={words.product}>
          <Mark />
          <span>{words.product}</span>
        </a>
        <ul>
          {NAVIGATION.map(({ name, icon }) => (
            <li key={name}>
              <a href={href(name)} aria-current={current === name ? "page" : undefined}>
                <Icon name={icon} />
                <span>{shell.pages[name]}</span>
              </a>
            </li>
          ))}
        </ul>
        <div class="sidebar-foot">
          {readOnly && (
            <span title={shell.readOnlyIs}>
              <Badge kind="warn">{shell.readOnly}</Badge>
            </span>
          )}
          <div class="row">
            <Menu
              label={shell.theme}
              icon={THEME_ICONS[theme.value]}
              items={(["system", "light", "dark"] as const).map((name: Theme) => ({
                label: shell.themes[name],
                checked: theme.value === name,
                run: () => {
                  theme.value = name;
                },
              }))}
            />
            <IconButton icon="help" label={shell.help} onClick={openShortcutHelp} />
          </div>
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        <ConnectionBanner />
        <PagePlace />
      </main>
      <ToastPlace />
      <ConfirmPlace />
      <KeyDialog />
      <ShortcutHelp />
    </div>
  );
}

function Mark(): JSX.Element {
  return (
    <svg class="mark" width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M23.5 6.500c-7 .6-11.300 4.600-12.600 12.300L9.5 25.500h1.900l1-4.300c5.600-.2 8.200-2.300 9.200-5.700h-3.200c1.800-.5 3-1.300 3.800-2.5.9-1.600 1.300-3.700 1.300-6.500Z" />
    </svg>
  );
}
