import { render } from "preact";
import { Shell } from "./shell/shell.js";
import { follow } from "./state/live.js";
import "./style/base.css";
import "./style/shell.css";
import "./style/parts.css";
import "./style/forms.css";
import "./style/table.css";

render(<Shell />, document.getElementById("app")!);
void follow();
