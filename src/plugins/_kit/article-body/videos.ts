/** The address of the player that shows a video in a page; undefined where none is known for it. */
export function playerAddress(url: string): string | undefined {
  const youtube =
    /^https?:\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#\s]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i.exec(
      url,
    );
  if (youtube) return `https://www.youtube-nocookie.com/embed/${youtube[1]}`;
  const vimeo = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?!\d)/i.exec(url);
  return vimeo ? `https://player.vimeo.com/video/${vimeo[1]}` : undefined;
}
