import type { JSX } from "preact";
import { Tabs } from "../../parts/tabs.js";
import { PageHead } from "../../shell/page-head.js";
import { go, route } from "../../state/route.js";
import { calendarPage as say } from "../../strings.js";
import { Calendar } from "./calendar.js";
import "./calendar.css";
import { Chains } from "./chains.js";

/** What will happen, and which tasks start each other. */
export default function CalendarPage(): JSX.Element {
  const chosen = route.value.parts[0] === "chains" ? "chains" : "calendar";
  return (
    <>
      <PageHead title={say.title} about={say.about} />
      <Tabs
        label={say.title}
        tabs={[
          { name: "calendar", label: say.calendar },
          { name: "chains", label: say.chains },
        ]}
        chosen={chosen}
        onChoose={(name) => go("calendar", ...(name === "chains" ? [name] : []))}
      >
        {chosen === "chains" ? <Chains /> : <Calendar />}
      </Tabs>
    </>
  );
}
