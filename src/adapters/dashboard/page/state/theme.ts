import { signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";
const KEY = "scriptorium-theme";

function stored(): Theme {
  const text = localStorage.getItem(KEY);
  return text === "light" || text === "dark" ? text : "system";
}

export const theme = signal<Theme>(stored());

theme.subscribe((chosen) => {
  if (chosen === "system") {
    delete document.documentElement.dataset["theme"];
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset["theme"] = chosen;
    localStorage.setItem(KEY, chosen);
  }
});
