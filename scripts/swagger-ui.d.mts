export function copySwaggerUi(folder: string): void;
