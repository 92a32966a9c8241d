/** The outside world as plugins see it. Every call takes the signal of the run and rejects when it aborts. */
export interface Providers {
  readonly web: WebProvider;
  readonly search: SearchProvider;
  readonly folder: FolderProvider;
  readonly output: OutputProvider;
  readonly spinner: SpinnerProvider;
  readonly paraphraser: ParaphraserProvider;
  readonly aboutMe: AboutMeProvider;
  readonly licence: LicenceProvider;
  readonly translator: TranslatorProvider;
  readonly writer: WriterProvider;
  readonly messenger: MessengerProvider;
  readonly machine: MachineProvider;
}
export type ProviderName = keyof Providers;

/** What each provider is for, as messages call it. */
export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  web: "web",
  search: "search",
  folder: "folder",
  output: "output folder",
  spinner: "spinner",
  paraphraser: "paraphraser",
  aboutMe: "about-me writer",
  licence: "licence",
  translator: "translation",
  writer: "language-model",
  messenger: "message",
  machine: "machine",
};

export interface WebPage {
  /** The address that answered, after redirects. */
  readonly url: string;
  /** HTTP status, 200 to 299: others are thrown as FETCH_FAILED with the status in `facts`. */
  readonly status: number;
  /** Media type in lower case, without parameters; empty when the server named none. */
  readonly mediaType: string;
  /** The body as text, decoded as the server, a byte order mark or the page itself says. */
  readonly text: string;
  /** Bytes of the body after decompression. */
  readonly bytes: number;
}

export interface WebProvider {
  /**
   * Fetches one page with GET.
   * Throws ADDRESS_REFUSED, FETCH_FAILED, FETCH_TOO_LARGE or FETCH_TIMEOUT.
   */
  fetch(url: string, options: { readonly signal: AbortSignal }): Promise<WebPage>;
}

export interface SearchHit {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

export interface SearchProvider {
  /** Best first. `region` has the form `country:language:` of article creator tasks. */
  search(
    query: string,
    options: { readonly limit: number; readonly region?: string; readonly signal: AbortSignal },
  ): Promise<readonly SearchHit[]>;
}

export interface FolderEntry {
  /** Below the folder, with `/` between segments. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** Reads files of this machine, in the folders the server was told it may read. */
export interface FolderProvider {
  /**
   * Files of the folder and those below it with one of the extensions (`html`, `md` ...), sorted by path.
   * Throws FOLDER_REFUSED or FOLDER_UNREADABLE.
   */
  list(
    folder: string,
    options: { readonly extensions: readonly string[]; readonly signal: AbortSignal },
  ): Promise<readonly FolderEntry[]>;
  /** One file as text; the charset is sniffed. Throws FOLDER_REFUSED or FOLDER_UNREADABLE. */
  read(folder: string, path: string, options: { readonly signal: AbortSignal }): Promise<string>;
}

/** Lays the files of finished work where people look for them; the storage keeps its own copy. */
export interface OutputProvider {
  write(taskId: string, path: string, bytes: Uint8Array): Promise<void>;
  /** Removes everything of a task. */
  remove(taskId: string): Promise<void>;
}

/** A text that a provider made. */
export interface TextResult {
  readonly text: string;
  /** What a person should know about it, in sentences: what could not be done and what to do about it. Mostly empty. */
  readonly notes: readonly string[];
}

/** How far a spun text may go from its source: fewer and surer alternatives, the usual ones, or phrases and clauses too. */
export const SPIN_STRENGTHS = ["conservative", "default", "bold"] as const;
export type SpinStrength = (typeof SPIN_STRENGTHS)[number];

export interface SpinOptions {
  /** Words and phrases that must not change, whatever their case and ending. */
  readonly protectedWords: readonly string[];
  /** `default` when absent. */
  readonly strength?: SpinStrength;
  /** ISO 639-1 code of the text; found out from the text when absent. */
  readonly language?: string;
  readonly seed?: string;
  readonly signal: AbortSignal;
}

export interface SpinnerProvider {
  /**
   * The text in spintax; the first option of every group is what the text had there.
   * Throws INPUT_REFUSED for a text that is too long, TEXT_TIMEOUT.
   */
  spin(text: string, options: SpinOptions): Promise<TextResult>;
}

export interface ParaphraseOptions {
  readonly sourceLanguage: string;
  readonly finalLanguage?: string;
  readonly protectedWords: readonly string[];
  readonly seed?: string;
  readonly signal: AbortSignal;
}

export interface ParaphraserProvider {
  /**
   * The rewritten text in spintax.
   * Throws INPUT_REFUSED for a text that is too long, TEXT_TIMEOUT, and for another final language PROVIDER_MISSING,
   * LANGUAGE_PAIR_MISSING or TRANSLATION_FAILED.
   */
  paraphrase(text: string, options: ParaphraseOptions): Promise<TextResult>;
}

export interface AboutMeProvider {
  /** A text about the keyword, as plain text. Throws INPUT_REFUSED for a keyword that cannot be used, TEXT_TIMEOUT. */
  aboutMe(keyword: string, options: { readonly seed?: string; readonly signal: AbortSignal }): Promise<TextResult>;
}

export interface LicenceProvider {
  /** Whether the login of a paid account may use a paid feature. */
  entitled(login: string, feature: "paraphrase"): Promise<boolean>;
}

export interface TranslatorProvider {
  /**
   * Plain text in the language `to`. Codes are those of LANGUAGES.
   * Throws LANGUAGE_PAIR_MISSING when it cannot, TRANSLATION_FAILED when the service does not answer as it should.
   */
  translate(
    text: string,
    options: { readonly from: string; readonly to: string; readonly signal: AbortSignal },
  ): Promise<string>;
  /** The pairs it can do directly, `from` to the set of `to`; undefined when the service does not say. */
  pairs?(signal: AbortSignal): Promise<ReadonlyMap<string, ReadonlySet<string>> | undefined>;
}

export interface WriterProvider {
  /** What a language model answers to the instructions and the text. Throws WRITER_FAILED. */
  write(request: {
    readonly instructions: string;
    readonly text: string;
    /** From 0 to 2; the model's own when absent. */
    readonly temperature?: number;
    readonly seed?: number;
    /** About how long the answer may be; the model's own limit when absent. */
    readonly maxWords?: number;
    readonly signal: AbortSignal;
  }): Promise<string>;
}

/** Sends messages of our own to addresses that people name, such as webhooks. */
export interface MessengerProvider {
  /**
   * Posts the body and resolves with the status of the answer, whatever it is; redirects are not followed.
   * Throws ADDRESS_REFUSED, FETCH_FAILED or FETCH_TIMEOUT.
   */
  post(
    url: string,
    message: {
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      readonly timeoutMs: number;
      readonly signal: AbortSignal;
    },
  ): Promise<{ readonly status: number }>;
  /** Throws ADDRESS_REFUSED for an address that is refused whatever its name leads to. */
  check?(url: string): void;
}

/** How the machine is that the server runs on. */
export interface MachineState {
  /** Of all its processors since the last look, 0 to 100. */
  readonly cpuPercent: number;
  /** Bytes. */
  readonly memory: { readonly used: number; readonly total: number; readonly process: number };
  /** Bytes, of the disk that the data are on; absent where there is none. */
  readonly disk?: { readonly free: number; readonly total: number };
}

export interface MachineProvider {
  state(): Promise<MachineState>;
}
