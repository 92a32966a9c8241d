import { z } from "zod";
import { basic, type JsonObject, secret } from "../../kernel/index.js";
import { formSchema } from "../../kernel/tasks/form-schema.js";
import { blogKind } from "./blog.js";
import { mailKind } from "./mail.js";

/** A kind of accounts that people can make, with all that a form needs. */
export interface DescribedKind {
  readonly kind: string;
  /** As people call one. */
  readonly title: string;
  /** The fields that are posted in `secrets`; the others go into `settings`. */
  readonly secrets: readonly string[];
  /** Of settings and secrets together, as JSON Schema (2020-12). */
  readonly schema: JsonObject;
  /** Whether the login of such an account can be tested. */
  readonly tests: boolean;
  /** Whether tables of such accounts can be imported. */
  readonly imports: boolean;
}

const KEY = { key: "The key that the provider gives to those who use it." };

export function describedKinds(): readonly DescribedKind[] {
  const known = [blogKind, mailKind].map(({ kind, title, settings, secretMeanings }) =>
    described(kind, title, settings, secretMeanings, { tests: true, imports: true }),
  );
  // A key has no settings of its own; what uses it finds it by its name.
  const key = described("provider", "key of a provider", z.looseObject({}), KEY, { tests: false, imports: false });
  return [...known, key];
}

function described(
  kind: string,
  title: string,
  settings: z.ZodObject,
  secrets: Readonly<Record<string, string>>,
  can: Pick<DescribedKind, "tests" | "imports">,
): DescribedKind {
  const secretFields = Object.entries(secrets).map(([name, meaning], index) => {
    const field = secret(z.string()).describe(meaning);
    return [name, index === 0 ? basic(field) : field] as const;
  });
  const whole = settings.extend(Object.fromEntries(secretFields));
  // What is required depends on other fields, so that the server says it.
  const {
    required: _,
    $schema: __,
    ...schema
  } = formSchema(z.toJSONSchema(whole, { unrepresentable: "any" }) as JsonObject);
  return { kind, title, secrets: Object.keys(secrets), schema, ...can };
}
