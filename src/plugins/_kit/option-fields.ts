import { z } from "zod";

// The kinds of fields that the options of task types are made of, each with its default and, in words, what it means.

export const lines = (meaning: string, usual: readonly string[] = []) =>
  z
    .array(z.string())
    .default([...usual])
    .describe(meaning);

export const text = (usual: string, meaning: string) => z.string().default(usual).describe(meaning);

export const flag = (usual: boolean, meaning: string) => z.boolean().default(usual).describe(meaning);

/** Both ends are included. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly usual: number;
}

export const whole = ({ from, to, usual }: Range, meaning: string) =>
  z.int().min(from).max(to).default(usual).describe(meaning);

export const decimal = ({ from, to, usual }: Range, meaning: string) =>
  z.number().min(from).max(to).default(usual).describe(meaning);

export const choice = <const Name extends string>(
  { of, usual }: { readonly of: readonly Name[]; readonly usual: NoInfer<Name> },
  meaning: string,
) => z.enum(of).default(usual).describe(meaning);
