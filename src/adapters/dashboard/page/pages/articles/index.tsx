import type { JSX } from "preact";
import { route } from "../../state/route.js";
import "./articles.css";
import "./prose.css";
import "./spintax.css";
import { ArticleList } from "./list.js";
import { Playground } from "./playground.js";
import { Reading } from "./reading.js";

/** `#/articles`, `#/articles/playground`, `#/articles/ID` and `#/articles/ID/KEYWORD`. */
export default function ArticlesPage(): JSX.Element {
  const [id, ...rest] = route.value.parts;
  if (id === "playground") return <Playground />;
  if (id !== undefined && rest.length > 0) return <Reading id={id} part={rest.join("/")} />;
  return <ArticleList task={id} />;
}
