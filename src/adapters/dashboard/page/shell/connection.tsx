import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../parts/icons.js";
import { toast } from "../parts/toast.js";
import { connection, onBack, onNotes } from "../state/client.js";
import { shell } from "../strings.js";

/** Says that the server is gone for as long as it is, and once when it is back. */
export function ConnectionBanner(): JSX.Element {
  useEffect(() => onBack(() => toast(shell.connectionBack, { kind: "success", seconds: 3 })), []);
  useEffect(() => onNotes((notes) => void toast(notes.join(" "), { kind: "warning", seconds: 12 })), []);
  return (
    <div role="status" class="connection">
      {connection.value === "lost" && (
        <p class="banner">
          <Icon name="warning" size={18} />
          {shell.connectionLost}
          <span class="spinner" />
        </p>
      )}
    </div>
  );
}
