import { createRequire } from "node:module";
import type { Attributes, Context, ProxyTracerProvider, Span, SpanKind, Tracer } from "@opentelemetry/api";
import { ScriptoriumError } from "../../kernel/index.js";

type Library = typeof import("@opentelemetry/api");

export interface SpanPlan {
  readonly name: string;
  readonly kind: keyof typeof SpanKind;
  readonly attributes?: Attributes;
  /** The context of now when absent. */
  readonly parent?: Context | undefined;
}

/** Where every copy of the API keeps what a host has registered. */
const REGISTERED = Symbol.for("opentelemetry.js.api.1");

/**
 * Spans of OpenTelemetry, where a host has registered what receives them. Before that, and where its API is not installed
 * beside this package, work is done as it is.
 */
export class Spans {
  /** `null` where it is not installed. */
  private found: Library | null | undefined;

  constructor(private readonly version: string) {}

  /** Loaded once something is registered, since it takes 40 ms of every start. */
  private get library(): Library | undefined {
    if (this.found === undefined && REGISTERED in globalThis) this.found = loaded();
    return this.found ?? undefined;
  }

  /** Undefined where nobody receives spans. */
  get api(): Library | undefined {
    return this.tracer() === undefined ? undefined : this.library;
  }

  private tracer(): Tracer | undefined {
    const provider = this.library?.trace.getTracerProvider() as Partial<ProxyTracerProvider> | undefined;
    return provider?.getDelegateTracer?.("scriptorium", this.version);
  }

  /** The context of now, for what is done later. */
  now(): Context | undefined {
    return this.api?.context.active();
  }

  /** Without a span in it. */
  root(): Context | undefined {
    return this.library?.ROOT_CONTEXT;
  }

  /** Does the work within a span, which ends with it; an error that it throws is the error of the span. */
  within<T>({ name, kind, attributes, parent }: SpanPlan, work: (span: Span | undefined) => T): T {
    const { library } = this;
    const tracer = this.tracer();
    if (library === undefined || tracer === undefined) return work(undefined);
    const context = parent ?? library.context.active();
    const plan = { kind: library.SpanKind[kind], ...(attributes ? { attributes } : {}) };
    const span = tracer.startSpan(name, plan, context);
    return library.context.with(library.trace.setSpan(context, span), () => {
      try {
        const result = work(span);
        if (!(result instanceof Promise)) {
          span.end();
          return result;
        }
        return result.then(
          (value) => {
            span.end();
            return value;
          },
          (error) => this.failed(span, error),
        ) as T;
      } catch (error) {
        return this.failed(span, error);
      }
    });
  }

  /** The code of the error and its sentence for people, which hold neither secrets nor paths. */
  fail(span: Span, code: string, message?: string): void {
    span.setAttribute("error.type", code);
    const status = { code: this.library!.SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) };
    span.setStatus(status);
  }

  private failed(span: Span, error: unknown): never {
    if (ScriptoriumError.is(error)) this.fail(span, error.code, error.message);
    else this.fail(span, error instanceof Error ? error.name : "_OTHER");
    span.end();
    throw error;
  }
}

function loaded(): Library | null {
  try {
    // The spans of the call that comes first would be lost while an import is in progress.
    return createRequire(import.meta.url)("@opentelemetry/api") as Library;
  } catch {
    return null;
  }
}
