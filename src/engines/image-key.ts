/**
 * The same for all addresses of one image: those of its sizes, and the two of a file of Wikimedia Commons. Services that find images
 * of each other give the same image under different ones.
 */
export function imageKey(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const { hostname, pathname, search } = url;
  if (hostname === "upload.wikimedia.org" || hostname === "thumb.wikimedia.org")
    return `commons/${commonsFile(pathname)}`;
  if (hostname.endsWith(".staticflickr.com")) return `flickr${pathname.replace(/(?:_[a-z0-9])?\.\w+$/, "")}`;
  // What stands behind their question marks is a size.
  if (hostname === "images.unsplash.com" || hostname === "images.pexels.com") return `${hostname}${pathname}`;
  return `${hostname}${pathname}${search}`;
}

/** Of `/wikipedia/commons/a/ab/Name.jpg` and `/wikipedia/commons/thumb/a/ab/Name.jpg/1280px-Name.jpg`. */
function commonsFile(pathname: string): string {
  const parts = pathname.split("/");
  const thumb = parts.indexOf("thumb");
  const name = (thumb === -1 ? parts.at(-1) : parts[thumb + 3]) ?? pathname;
  try {
    return decodeURIComponent(name).replaceAll(" ", "_");
  } catch {
    return name;
  }
}
