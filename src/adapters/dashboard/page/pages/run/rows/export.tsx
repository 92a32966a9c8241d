import type { JSX } from "preact";
import { Menu } from "../../../parts/menu.js";
import { download } from "../../../parts/preview.js";
import { toast, toastError } from "../../../parts/toast.js";
import { client } from "../../../state/client.js";
import { runRows as say } from "../../../strings.js";

const FORMATS = [
  { label: say.formats.csv, format: "csv", options: {} },
  { label: say.formats.csvExcel, format: "csv", options: { bom: true } },
  { label: say.formats.xlsx, format: "xlsx", options: {} },
  { label: say.formats.jsonl, format: "jsonl", options: {} },
  { label: say.formats.rss, format: "rss", options: {} },
  { label: say.formats.all, format: "csv", options: { run: "all" } },
] as const;

/** The rows in every format that the server writes. */
export function ExportMenu({
  id,
  run,
  name,
}: {
  readonly id: string;
  readonly run: string;
  readonly name: string;
}): JSX.Element {
  return (
    <Menu
      label={say.export}
      icon="download"
      items={FORMATS.map(({ label, format, options }) => ({
        label,
        async run() {
          const away = toast(say.exporting, { seconds: 0 });
          try {
            const file = `${fileName(name)}.${format === "rss" ? "xml" : format}`;
            await download(file, await client.exported(id, format, { run, ...options }));
            toast(say.exported(file), { kind: "success" });
          } catch (error) {
            toastError(error);
          } finally {
            away();
          }
        },
      }))}
    >
      {say.export}
    </Menu>
  );
}

/** A name that every system takes for a file. */
export const fileName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, " ")
    .trim()
    .slice(0, 80) || "rows";
