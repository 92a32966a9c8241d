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

export interface SpinnerProvider {
  /** The text in spintax. */
  spin(
    text: string,
    options: { readonly protectedWords: readonly string[]; readonly seed?: string; readonly signal: AbortSignal },
  ): Promise<string>;
}

export interface ParaphraserProvider {
  /** The rewritten text in spintax. */
  paraphrase(
    text: string,
    options: {
      readonly sourceLanguage: string;
      readonly finalLanguage?: string;
      readonly seed?: string;
      readonly signal: AbortSignal;
    },
  ): Promise<string>;
}

export interface AboutMeProvider {
  aboutMe(keyword: string, options: { readonly seed?: string; readonly signal: AbortSignal }): Promise<string>;
}

export interface LicenceProvider {
  /** Whether the login of a paid account may use a paid feature. */
  entitled(login: string, feature: "paraphrase"): Promise<boolean>;
}
