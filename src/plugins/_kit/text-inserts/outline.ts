import type { Form } from "../rewriting/forms.js";
import { htmlOutline } from "./html-outline.js";
import { markdownOutline } from "./markdown-outline.js";
import type { Outline } from "./parts.js";
import { plainOutline } from "./plain-outline.js";

/** The blocks of a text. Throws PAGE_UNREADABLE for HTML that is nested as nobody nests it. */
export function outlineOf(text: string, form: Form): Outline {
  if (form === "html") return htmlOutline(text);
  return form === "md" ? markdownOutline(text) : plainOutline(text);
}
