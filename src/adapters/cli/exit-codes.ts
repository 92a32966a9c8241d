/** What the program ends with; `docs/cli.md` lists the same, and a test keeps the two equal. */
export const EXIT = {
  /** It did what was asked. */
  done: 0,
  /** It could not, for a reason that it says. */
  error: 1,
  /** The words of the command line, or the settings, cannot be used. */
  usage: 2,
  /** The run failed. */
  failed: 3,
  /** The run is complete, and some of its lines failed. */
  partly: 4,
  /** The server did not answer. */
  unreachable: 5,
  /** The run was aborted, by somebody else. */
  aborted: 6,
  /** Ctrl-C. */
  interrupted: 130,
  /** Whoever read the output is gone. */
  closedPipe: 141,
  /** A supervisor ended it. */
  terminated: 143,
} as const;
