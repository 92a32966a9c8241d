export declare function checkEntries(folder: string, entries: readonly string[]): void;
