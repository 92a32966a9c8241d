import { useEffect, useRef, useState } from "preact/hooks";

/**
 * The text of a box that stands for a value: what is typed is kept as it was typed, and what others have made of the value replaces it.
 * `write(text, value)` says which value, as text, was handed on for it. Values come back some keys later; those are not of others.
 */
export function useOwnText(asText: string, replaced?: () => void): [string, (text: string, value?: string) => void] {
  const [text, show] = useState(asText);
  const sent = useRef([asText]);
  useEffect(() => {
    const at = sent.current.lastIndexOf(asText);
    if (at >= 0) {
      sent.current = sent.current.slice(at);
      return;
    }
    sent.current = [asText];
    show(asText);
    replaced?.();
  }, [asText]);
  return [
    text,
    (next, value) => {
      show(next);
      if (value !== undefined) sent.current.push(value);
    },
  ];
}
