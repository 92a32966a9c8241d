import type { AnyNode, Element } from "domhandler";
import { escapedXml } from "../../../kernel/values/escaped-text.js";

const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const RAW = new Set(["script", "style"]);

/** A node as HTML, without calling itself: pages may be nested deeper than the stack. */
export function serialised(node: AnyNode): string {
  let html = "";
  const open: (AnyNode | string)[] = [node];
  while (open.length > 0) {
    const next = open.pop()!;
    if (typeof next === "string") html += next;
    else if (next.type === "text")
      html += RAW.has((next.parent as Element | null)?.name ?? "") ? next.data : escapedXml(next.data);
    else if ("children" in next) {
      if ("attribs" in next) {
        const attributes = Object.entries(next.attribs).map(([name, value]) => ` ${name}="${escapedXml(value)}"`);
        html += `<${next.name}${attributes.join("")}>`;
        if (VOID.has(next.name)) continue;
        open.push(`</${next.name}>`);
      }
      for (let child = next.children.length - 1; child >= 0; child -= 1) open.push(next.children[child]!);
    }
  }
  return html;
}
