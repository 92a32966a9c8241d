export declare const BUNDLED: Readonly<Record<string, readonly string[]>>;
export declare const PAGE_BUNDLED: Readonly<Record<string, readonly string[]>>;
export declare function writeNotices(file: string | URL): void;
