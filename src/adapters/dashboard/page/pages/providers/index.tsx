import type { JSX } from "preact";
import { Tabs } from "../../parts/tabs.js";
import { PageHead } from "../../shell/page-head.js";
import { go, route } from "../../state/route.js";
import { providersPage as say } from "../../strings.js";
import { AnswerList } from "./answers.js";
import "./providers.css";
import { useReadiness } from "./readiness.js";
import { SettingList } from "./setting-list.js";
import { TypeList } from "./type-list.js";

const TABS = ["types", "answers", "settings"] as const;

/** What can run, which services are set up and answer, and the settings of the server. */
export default function ProvidersPage(): JSX.Element {
  const asked = TABS.find((name) => name === route.value.parts[0]) ?? "types";
  const readiness = useReadiness();
  const unready = readiness.data?.unready.filter(({ otherwise }) => !otherwise).length;
  const silent = readiness.data?.providers.filter(({ answers, isDefault }) => !answers && !isDefault).length;
  return (
    <>
      <PageHead title={say.title} about={say.about} />
      <Tabs
        label={say.title}
        tabs={[
          { name: "types", label: say.tabs.types, count: unready },
          { name: "answers", label: say.tabs.answers, count: silent },
          { name: "settings", label: say.tabs.settings },
        ]}
        chosen={asked}
        onChoose={(name) => go("providers", ...(name === "types" ? [] : [name]))}
      >
        {asked === "types" ? (
          <TypeList readiness={readiness} />
        ) : asked === "answers" ? (
          <AnswerList readiness={readiness} />
        ) : (
          <SettingList />
        )}
      </Tabs>
    </>
  );
}
