import { useLayoutEffect } from "preact/hooks";
import { confirm } from "../../parts/dialog.js";
import { holdPage } from "../../state/route.js";
import { taskPage as say } from "../../strings.js";

let isFree = false;

/** Lets the next change of the address through without a question. */
export function leaveFreely(): void {
  isFree = true;
  setTimeout(() => {
    isFree = false;
  }, 500);
}

/** Asks before unsaved changes are lost: by another page, a reload, or a closed tab. */
export function useHeldPage(isHeld: boolean): void {
  useLayoutEffect(() => {
    if (!isHeld) return;
    const off = holdPage(() => {
      if (isFree) return true;
      const wanted = location.hash;
      void confirm({ title: say.leaveTitle, text: say.leaveIs, yes: say.leave, danger: true }).then((isLeft) => {
        if (!isLeft) return;
        leaveFreely();
        location.hash = wanted;
      });
      return false;
    });
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", closing);
    return () => {
      off();
      removeEventListener("beforeunload", closing);
    };
  }, [isHeld]);
}
