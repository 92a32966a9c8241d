import { type BrowserProvider, marked, type OptionProblem, ScriptoriumError } from "../../../kernel/index.js";
import { toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { problemsOf } from "../checks.js";
import { choice } from "../option-fields.js";

export const BROWSER_MODES = ["never", "auto", "always"] as const;
export type BrowserMode = (typeof BROWSER_MODES)[number];

/** The field that says whether pages are read in a browser, for a plugin's schema to spread among its own. */
export const browserField = (usual: BrowserMode = "never") => ({
  browser: marked(
    choice(
      { of: BROWSER_MODES, usual },
      "Whether pages are read in a browser: `never`; `auto` for those that hold next to no words without one, such as the empty frame of an application or a consent wall; `always`.",
    ),
    { group: "browser" },
  ),
});

/** A task that reads every page in a browser needs one. */
export function browserProblems(
  { browser }: { readonly browser: BrowserMode },
  provider: BrowserProvider | undefined,
): Promise<OptionProblem[]> {
  return problemsOf([
    () => {
      if (browser === "always" && provider === undefined) throw noBrowser('This task sets browser to "always"');
    },
  ]);
}

/** `wants` begins the sentence: what of the task cannot be done without a browser. */
export function noBrowser(wants: string): ScriptoriumError {
  return new ScriptoriumError(
    "no-browser",
    `${wants} and no browser is installed. Install one (see docs: browser provider) or set browser to "never" for pages that need no JavaScript. ${toHaveProvider("browser")}`,
    { field: "browser" },
  );
}
