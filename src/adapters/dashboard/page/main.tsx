import { render } from "preact";
import { PAGES } from "./pages.js";
import { Shell } from "./shell/shell.js";
import { follow } from "./state/live.js";
import { route } from "./state/route.js";
import "./style/base.css";
import "./style/shell.css";
import "./style/parts.css";
import "./style/forms.css";
import "./style/table.css";

// On its way before the shell is drawn, which says so where it cannot be had.
PAGES.find(({ name }) => name === route.value.page)
  ?.load()
  .catch(() => {});
render(<Shell />, document.getElementById("app")!);
void follow();
