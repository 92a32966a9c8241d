import type { BrowserProvider } from "./providers/browser.js";
import type { ImagesProvider } from "./providers/images.js";
import type { MailerProvider } from "./providers/mailer.js";
import type { MapsProvider } from "./providers/maps.js";
import type { PublisherProvider } from "./providers/publisher.js";
import type { SearchProvider } from "./providers/search.js";
import type { VideoProvider } from "./providers/video.js";
import type { WebProvider } from "./providers/web.js";
import type { WriterProvider } from "./providers/writer.js";
import type { FileInfo } from "./storage.js";

export * from "./providers/browser.js";
export * from "./providers/images.js";
export * from "./providers/mailer.js";
export * from "./providers/maps.js";
export * from "./providers/publisher.js";
export * from "./providers/search.js";
export * from "./providers/video.js";
export * from "./providers/web.js";
export * from "./providers/writer.js";

/** The outside world as plugins see it. Calls that may take time get the signal of the run and reject when it aborts. */
export interface Providers {
  readonly web: WebProvider;
  readonly search: SearchProvider;
  readonly browser: BrowserProvider;
  readonly video: VideoProvider;
  readonly maps: MapsProvider;
  readonly images: ImagesProvider;
  readonly publisher: PublisherProvider;
  readonly mailer: MailerProvider;
  readonly reader: ReaderProvider;
  readonly folder: FolderProvider;
  readonly output: OutputProvider;
  readonly spinner: SpinnerProvider;
  readonly paraphraser: ParaphraserProvider;
  readonly aboutMe: AboutMeProvider;
  readonly licence: LicenceProvider;
  readonly translator: TranslatorProvider;
  readonly writer: WriterProvider;
  readonly prompts: PromptsProvider;
  readonly messenger: MessengerProvider;
  readonly machine: MachineProvider;
}
export type ProviderName = keyof Providers;

/**
 * What is taken out of a page: plain data. What more it holds is settled between the reader and the task types; the built-in
 * ones give and expect the `ExtractedPage` of `scriptorium/kit`.
 */
export interface ReadPage {
  readonly metadata: object;
  /** The parts of the page in reading order; empty for a page that holds nothing to read. */
  readonly content: readonly object[];
}

export interface PageOptions {
  /** Where the page is from. */
  readonly url?: string;
}

/** Takes the content out of pages and files. It fetches nothing, and decides what is read in a thread of its own. */
export interface ReaderProvider<
  Page extends ReadPage = ReadPage,
  Options extends PageOptions = PageOptions,
  ColumnsAsked extends object = object,
  ColumnsRead extends object = object,
> {
  /**
   * The content of an HTML page, without what surrounds it.
   * Throws PAGE_UNREADABLE for a page that takes too much time or memory, bad-input for options that cannot be used.
   */
  page(html: string, options: Options & { readonly signal: AbortSignal }): Promise<Page>;
  /**
   * The text of a PDF file, called `address` in messages, with notes for people in sentences.
   * Throws PAGE_UNREADABLE, and PROVIDER_MISSING where such files cannot be read.
   */
  pdf(
    bytes: Uint8Array,
    options: { readonly address: string; readonly signal: AbortSignal },
  ): Promise<{ readonly page: Page; readonly notes: readonly string[] }>;
  /**
   * What rules find on a page, as plain data; what is asked and answered is settled as with `ReadPage`. Optional: task types
   * that read columns are refused without it. Throws PAGE_UNREADABLE and bad-input as `page` does.
   */
  columns?(asked: ColumnsAsked, options: { readonly signal: AbortSignal }): Promise<ColumnsRead>;
}

export interface FolderEntry {
  /** Below the folder, with `/` between segments. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** Reads files of this machine, in the folders the server may read. */
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
  /** One file as it is, for what is no text. Throws FOLDER_REFUSED or FOLDER_UNREADABLE. */
  bytes?(folder: string, path: string, options: { readonly signal: AbortSignal }): Promise<Uint8Array>;
  /** One file piece by piece, for what may be larger than memory. Throws as `bytes` does, while it is read, too. */
  slices?(folder: string, path: string, options: { readonly signal: AbortSignal }): AsyncIterable<Uint8Array>;
  /** Throws FOLDER_REFUSED for a folder that may not be read, and FOLDER_UNREADABLE for one that is not there. */
  check?(folder: string): Promise<void>;
}

/** A folder that the files of a run are laid into. */
export interface OutputPlace {
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** As `write`, for a file that may be larger than memory. Without it such a file is written whole. */
  writeSlices?(path: string, slices: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes a file, if it is there. Without it such a file stays. */
  removeFile?(path: string): Promise<void>;
  /** Whether the file is there with these bytes. Without it a run that goes on writes every file again. */
  has?(file: FileInfo): Promise<boolean>;
}

/** Lays the files of finished work where people look for them; the storage keeps its own copy. */
export interface OutputProvider {
  write(taskId: string, path: string, bytes: Uint8Array): Promise<void>;
  /** As `write`, for a file that may be larger than memory. Without it such a file is written whole. */
  writeSlices?(taskId: string, path: string, slices: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes everything of a task. */
  remove(taskId: string): Promise<void>;
  /** Removes a file of a task, if it is there. Without it such a file stays. */
  removeFile?(taskId: string, path: string): Promise<void>;
  /** Whether the file is there with this size and, with `byBytes`, this SHA-256. Without it nothing is laid out again. */
  has?(taskId: string, file: FileInfo, byBytes: boolean): Promise<boolean>;
  /**
   * A folder of the user's choice, named by a path; it is made when something is written. Throws bad-input for one that tasks may not
   * write to. Without it there is none but that of the task.
   */
  place?(folder: string): OutputPlace;
  /** The tasks that have something there. */
  tasks?(): Promise<ReadonlySet<string>>;
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

/**
 * Who speaks in an about-me text: somebody about a hobby ("I"), a firm ("we"), the person who is named ("I", and nothing
 * claimed of the person), or the site of a place or of a product.
 */
export const ABOUT_ME_VOICES = ["hobby", "business", "person", "place", "product"] as const;
export type AboutMeVoice = (typeof ABOUT_ME_VOICES)[number];

export interface AboutMeOptions {
  /** The one that suits the keyword when absent. */
  readonly voice?: AboutMeVoice;
  readonly seed?: string;
  readonly signal: AbortSignal;
}

export interface AboutMeProvider {
  /** A text about the keyword, as plain text. Throws INPUT_REFUSED for a keyword that cannot be used, TEXT_TIMEOUT. */
  aboutMe(keyword: string, options: AboutMeOptions): Promise<TextResult>;
}

export interface LicenceProvider {
  /** Whether the login may use a feature. */
  entitled(login: string, feature: "paraphrase"): Promise<boolean>;
}

/** What a translation service takes for its work. */
export interface TranslatorPrices {
  readonly perMillionCharacters: number;
  readonly currency: string;
}

export interface TranslatorProvider {
  /**
   * Plain text in the language `to`. Codes are those of LANGUAGES.
   * Throws LANGUAGE_PAIR_MISSING when it cannot, TRANSLATION_FAILED when the service does not answer as it should.
   */
  translate(
    text: string,
    options: {
      readonly from: string;
      readonly to: string;
      /** One of `names`; the usual order without. */
      readonly provider?: string;
      /** How the reader is addressed, where the service and the language know the difference; else it is passed over. */
      readonly formality?: "more" | "less";
      readonly signal: AbortSignal;
    },
  ): Promise<string>;
  /** Whether this service, or one of them, heeds `formality`. */
  heedsFormality?(provider?: string): boolean;
  /** The names that `provider` may have; absent where there is one service without a name. */
  names?(): readonly string[];
  /** What this service takes, or the first; undefined where that is not known. */
  prices?(provider?: string): TranslatorPrices | undefined;
  /** The pairs it can do directly, `from` to the set of `to`; undefined when the service does not say. */
  pairs?(signal: AbortSignal): Promise<ReadonlyMap<string, ReadonlySet<string>> | undefined>;
}

/** Texts for language models that the server keeps and tasks name by their ids. */
export interface PromptsProvider {
  /** The prompt of this id; undefined where there is none. */
  template(id: string): Promise<string | undefined>;
  /** How the brand of this id writes; undefined where there is none. */
  voice(id: string): Promise<string | undefined>;
  /** All that there are. */
  ids(): Promise<{ readonly templates: readonly string[]; readonly voices: readonly string[] }>;
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
