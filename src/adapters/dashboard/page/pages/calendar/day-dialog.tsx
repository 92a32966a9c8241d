import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button, LinkButton } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { Badge } from "../../parts/status.js";
import { readOnly } from "../../state/client.js";
import { href } from "../../state/route.js";
import { typeTitle, useTypes } from "../../state/types.js";
import { calendarPage as say } from "../../strings.js";
import { takeBack } from "./acts.js";
import { dayTitle, time } from "./days.js";
import { type Item, linesOf, type Scheduled } from "./planned.js";
import { PauseButton } from "./schedules.js";

/** A day with all that is in it, and what can be done about it. */
export function DayDialog({
  day,
  items,
  schedules,
  onChange,
  onClose,
}: {
  readonly day: Date;
  readonly items: readonly Item[];
  readonly schedules: readonly Scheduled[];
  readonly onChange: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const types = useTypes().data;
  return (
    <Dialog title={dayTitle(day)} onClose={onClose} wide={items.length > 0}>
      {items.length === 0 ? (
        <p class="soft">{say.emptyDay}</p>
      ) : (
        <ul class="day-items">
          {linesOf(items).map(({ item, count }) => (
            <li key={item.key} class={`planned ${item.kind}`}>
              <span class="planned-time">{time(item.at)}</span>
              <div class="day-item">
                <div class="row">
                  <strong>{item.title || say.untitled}</strong>
                  <Badge>{item.kind === "run" ? say.run : say.post}</Badge>
                  {count > 1 && <span class="soft">{say.times(count)}</span>}
                  {item.status && <span class="soft">{item.status}</span>}
                </div>
                <p class="soft small-text">
                  {item.kind === "run"
                    ? typeTitle(types, item.type)
                    : say.postOf(item.taskName || say.untitled, item.target ?? "")}
                  {item.isHandedOver && ` · ${say.handedOver}`}
                </p>
              </div>
              <DayActions item={item} schedules={schedules} onChange={onChange} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function DayActions({
  item,
  schedules,
  onChange,
}: {
  readonly item: Item;
  readonly schedules: readonly Scheduled[];
  readonly onChange: () => void;
}): JSX.Element {
  const [busy, setBusy] = useState(false);
  const schedule = schedules.find(({ id }) => id === item.taskId);
  const back = async (isAll: boolean) => {
    setBusy(true);
    await takeBack(item, isAll);
    setBusy(false);
    onChange();
  };
  return (
    <div class="row">
      {item.back && !readOnly && (
        <>
          {item.back.post !== undefined && (
            <Button small kind="danger" busy={busy} onClick={() => void back(false)}>
              {say.takeBack}
            </Button>
          )}
          <Button small kind="quiet" disabled={busy} onClick={() => void back(true)}>
            {say.takeAllBack}
          </Button>
        </>
      )}
      {item.kind === "run" && schedule && !readOnly && <PauseButton schedule={schedule} onChange={onChange} />}
      <LinkButton small href={href("task", item.taskId)}>
        {say.open}
      </LinkButton>
    </div>
  );
}
