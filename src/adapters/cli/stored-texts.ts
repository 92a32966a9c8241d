import { z } from "zod";

/** A setting that is a list of texts with ids, `[{"id": "calm", "voice": "..."}]`, or the same as JSON in a text. */
export function storedTexts<const Member extends "prompt" | "voice">(member: Member) {
  const entry = z.object({ id: z.string().trim().min(1).max(100), [member]: z.string().trim().min(1).max(50_000) });
  return z.unknown().transform((value, context): readonly ({ readonly id: string } & Record<Member, string>)[] => {
    const { data = [], success } = z
      .array(entry)
      .max(1000)
      .safeParse(typeof value === "string" ? parsed(value) : value);
    const ids = new Set(data.map(({ id }) => id));
    if (!success || ids.size < data.length) {
      const message = `write a list such as [{"id": "calm", "${member}": "..."}], with each id once`;
      context.addIssue({ code: "custom", message });
    }
    return data as unknown as readonly ({ readonly id: string } & Record<Member, string>)[];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
