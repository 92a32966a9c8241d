import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { FindBox } from "../../parts/find-box.js";
import { Icon } from "../../parts/icons.js";
import { Badge, Empty, Loaded } from "../../parts/status.js";
import { client } from "../../state/client.js";
import { useResource } from "../../state/resource.js";
import { providersPage as say } from "../../strings.js";

type Setting = Awaited<ReturnType<typeof client.settings>>[number];

/** The settings in force and where each comes from. They are read when the server starts, and so are not changed here. */
export function SettingList(): JSX.Element {
  const settings = useResource("settings", (signal) => client.settings({ signal }));
  const [wanted, want] = useState("");
  const [onlySet, setOnlySet] = useState(false);
  // A server inside a program has no such list, which is no error.
  if (settings.error?.name === "UnsupportedError") {
    return (
      <Empty icon="info" title={say.noSettings}>
        {say.noSettingsIs}
      </Empty>
    );
  }
  const term = wanted.trim().toLowerCase();
  const isShown = ({ name, help, source }: Setting) =>
    (!onlySet || source !== "default") && `${name} ${help}`.toLowerCase().includes(term);
  return (
    <>
      <div class="row">
        <FindBox class="setting-find" label={say.findSetting} value={wanted} onFind={want} />
        <label class="choice">
          <input type="checkbox" checked={onlySet} onChange={(event) => setOnlySet(event.currentTarget.checked)} />
          {say.onlySet}
        </label>
      </div>
      <p class="soft">{say.settingsAre}</p>
      <Loaded from={settings}>
        {(all) => {
          const shown = all.filter(isShown);
          if (shown.length === 0) return <p class="soft">{say.noSuchSetting}</p>;
          const groups = [...new Set(shown.map(({ group }) => group))];
          return groups.map((group) => (
            <section key={group} class="stack">
              <h2>{group}</h2>
              <ul class="card settings">
                {shown
                  .filter((one) => one.group === group)
                  .map((one) => (
                    <SettingLine key={one.name} setting={one} />
                  ))}
              </ul>
            </section>
          ));
        }}
      </Loaded>
    </>
  );
}

function SettingLine({ setting }: { readonly setting: Setting }): JSX.Element {
  const { name, value, help, source, place, secret } = setting;
  const text = written(value);
  return (
    <li>
      <div class="line-body">
        <strong class="setting-name">{name}</strong>
        <p class="soft small-text">{help}</p>
      </div>
      <div class="setting-value">
        {text === "" ? (
          <span class="soft">{say.empty}</span>
        ) : text.includes("\n") ? (
          <pre>{text}</pre>
        ) : (
          <code>{text}</code>
        )}
        {secret && (
          <span class="soft" title={say.masked}>
            <Icon name="lock" size={16} />
            <span class="visually-hidden">{say.masked}</span>
          </span>
        )}
      </div>
      <div class="setting-source">
        <Badge kind={source === "default" ? "neutral" : "accent"}>{say.sources[source]}</Badge>
        {place && <span class="soft small-text">{place}</span>}
      </div>
    </li>
  );
}

function written(value: Setting["value"]): string {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join("\n");
  if (typeof value === "object" && value !== null) {
    return Object.keys(value).length === 0 ? "" : JSON.stringify(value, undefined, 2);
  }
  return String(value ?? "");
}
