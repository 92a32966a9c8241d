export function standAlone(entry: string, outfile: string): Promise<void>;
