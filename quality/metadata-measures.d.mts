export function isNear(found: string, wanted: string): boolean;
export function areAuthorsNear(found: readonly string[], wanted: string): boolean;
export function isSameDay(found: string, wanted: string): boolean;
export function isAuthorJunk(name: string): boolean;
export function isSiteTitle(title: string, page: { readonly site: string; readonly url: string }): boolean;
