import { toast, toastError } from "../../parts/toast.js";
import { articlesPage as say } from "../../strings.js";

/** Copies a text and says so. Without a secure connection browsers leave only the older way. */
export async function copyText(text: string): Promise<void> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyBySelection(text);
    toast(say.copied, { kind: "success" });
  } catch (error) {
    toastError(error);
  }
}

function copyBySelection(text: string): void {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  document.body.append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (!isDone) throw new Error(say.notCopied);
}
