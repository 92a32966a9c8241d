/** The command was ended from outside: no error of its own, and no more to say than `message`. */
export class Interrupted extends Error {
  constructor(
    message: string,
    /** As a shell reports it: 128 and the number of the signal. */
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/** Ends running work at the first signal, and the process at the second. The reason is an `Interrupted`. */
export function interruption(): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const stops = (["SIGINT", "SIGTERM"] as const).map((name) => {
    const exitCode = name === "SIGINT" ? 130 : 143;
    const stop = () => {
      if (controller.signal.aborted) process.exit(exitCode);
      controller.abort(new Interrupted("Stopped.", exitCode));
    };
    process.on(name, stop);
    return [name, stop] as const;
  });
  return {
    signal: controller.signal,
    end() {
      for (const [name, stop] of stops) process.off(name, stop);
    },
  };
}

/** Whoever read the output is gone; nothing is left to say. */
export function brokenPipe(): Interrupted {
  return new Interrupted("", 141);
}
