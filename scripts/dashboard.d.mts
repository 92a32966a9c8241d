export declare function buildDashboard(folder: string): Promise<void>;
