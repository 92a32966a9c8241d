export function joinChunks(folder: string): Promise<void>;
