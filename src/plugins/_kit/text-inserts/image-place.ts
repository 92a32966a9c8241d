/** Where images of a text in `folder` go, and how the text speaks of them: in `images/` of that folder, below the path of the text. */
export function imagesBelow(
  folder: string,
  file: string,
): (image: string) => { readonly path: string; readonly src: string } {
  const up = "../".repeat(file.split("/").length - 1);
  return (image) => ({
    path: `${folder}/images/${image}`,
    src: `${up}images/${image.split("/").map(encodeURIComponent).join("/")}`,
  });
}
