import { type DoubleAnswer, type DoubleRequest, type ServiceDouble, serve } from "./translation-service.js";

export type ImageServiceKind = "openverse" | "wikimedia" | "unsplash" | "pexels" | "pixabay";

export interface ImageServiceOptions {
  /** Images there are of all words. @default 45 */
  readonly total?: number;
  /** The key it takes; Openverse takes no key, too. @default "sesame" */
  readonly key?: string;
  /** Answers in its place, by the number of the request from 1 on; undefined for its usual answer. */
  instead?(request: DoubleRequest, count: number): DoubleAnswer | "drop" | "hang" | undefined;
  /** Members of its images, by their number from 1 on, instead of its own. */
  image?(number: number): Readonly<Record<string, unknown>>;
}

type Item = Record<string, unknown>;

/** An image service on loopback that speaks the documented protocol of its kind, with its errors. */
export async function imageService(kind: ImageServiceKind, options: ImageServiceOptions = {}): Promise<ServiceDouble> {
  const { total = 45, key = "sesame", image = () => ({}) } = options;
  let count = 0;
  const made: ServiceDouble = await serve((request) => {
    count += 1;
    const own = options.instead?.(request, count);
    if (own !== undefined) return own;
    const asked = new URL(request.path, "http://127.0.0.1").searchParams;
    const items = (size: number, page = 1): Item[] =>
      Array.from({ length: total }, (_, index) => ({ ...ITEMS[kind](index + 1, made.url), ...image(index + 1) })).slice(
        (page - 1) * size,
        page * size,
      );
    return ANSWERS[kind](request, asked, { items, total, key });
  });
  return made;
}

interface Stock {
  items(size: number, page?: number): Item[];
  readonly total: number;
  readonly key: string;
}

const LICENCES = ["by", "cc0", "by-sa", "pdm", "by-nc"];

const ITEMS: Readonly<Record<ImageServiceKind, (number: number, url: string) => Item>> = {
  openverse: (number, url) => ({
    ...{ id: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`, title: `Honey bee ${number}` },
    ...{ foreign_landing_url: `https://www.flickr.com/photos/jane/${number}`, url: `${url}/files/${number}.jpg` },
    ...{ creator: "Jane Doe", creator_url: "https://www.flickr.com/photos/jane", provider: "flickr", source: "flickr" },
    license: LICENCES[number % LICENCES.length],
    license_version: LICENCES[number % LICENCES.length] === "cc0" ? "1.0" : "2.0",
    license_url: `https://creativecommons.org/licenses/${LICENCES[number % LICENCES.length]}/2.0/`,
    ...{
      category: null,
      filesize: null,
      filetype: "jpg",
      tags: [{ name: "bee" }],
      mature: false,
      unstable__sensitivity: [],
    },
    ...{ attribution: "...", fields_matched: ["title"], width: 1024, height: 683 },
  }),
  wikimedia: (number) => ({
    ...{ pageid: number, ns: 6, title: `File:Apis mellifera ${number}.jpg`, index: number, imagerepository: "local" },
    imageinfo: [
      {
        ...{ size: 4_000_000, width: 4000, height: 3000, mime: "image/jpeg", thumbwidth: 1280, thumbheight: 960 },
        thumburl: `https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/Apis_mellifera_${number}.jpg/1280px-Apis_mellifera_${number}.jpg`,
        url: `https://upload.wikimedia.org/wikipedia/commons/a/ab/Apis_mellifera_${number}.jpg`,
        descriptionurl: `https://commons.wikimedia.org/wiki/File:Apis_mellifera_${number}.jpg`,
        extmetadata: {
          License: { value: "cc-by-sa-4.0", source: "commons-templates", hidden: "" },
          LicenseUrl: { value: "https://creativecommons.org/licenses/by-sa/4.0", source: "commons-desc-page" },
          Artist: { value: '<a href="//commons.wikimedia.org/wiki/User:Ada" title="User:Ada">Ada &amp; Co</a>' },
        },
      },
    ],
  }),
  unsplash: (number, url) => ({
    ...{ id: `abc${number}`, width: 4000, height: 3000, description: null, alt_description: "bee on a flower" },
    urls: { regular: `https://images.unsplash.com/photo-${number}?ixid=x&w=1080`, thumb: "" },
    links: {
      html: `https://unsplash.com/photos/abc${number}`,
      download_location: `${url}/photos/abc${number}/download?ixid=xyz`,
    },
    user: { name: "Jane Doe", username: "jane", links: { html: "https://unsplash.com/@jane" } },
  }),
  pexels: (number) => ({
    ...{ id: number, width: 4000, height: 6000, url: `https://www.pexels.com/photo/bee-${number}/`, alt: "A bee" },
    ...{ photographer: "Jane Doe", photographer_url: "https://www.pexels.com/@jane", photographer_id: 1 },
    src: { large2x: `https://images.pexels.com/photos/${number}/bee.jpeg?auto=compress&h=650&w=940&dpr=2` },
  }),
  pixabay: (number) => ({
    ...{ id: number, pageURL: `https://pixabay.com/photos/bee-${number}/`, type: "photo", tags: "bee, insect" },
    ...{ largeImageURL: `https://pixabay.com/get/${number}_1280.jpg`, imageWidth: 4000, imageHeight: 3000 },
    ...{ user: "Jane", user_id: 7 },
  }),
};

const ANSWERS: Readonly<
  Record<ImageServiceKind, (request: DoubleRequest, asked: URLSearchParams, stock: Stock) => DoubleAnswer>
> = {
  openverse({ path, text, headers }, asked, { items, total, key }) {
    if (path === "/v1/auth_tokens/token/") {
      const form = new URLSearchParams(text);
      if (`${form.get("client_id")}:${form.get("client_secret")}` !== key) {
        return { status: 401, json: { error: "invalid_client" } };
      }
      return { json: { access_token: "token-1", expires_in: 43_200, token_type: "Bearer", scope: "read write" } };
    }
    const { authorization } = headers;
    if (authorization !== undefined && authorization !== "Bearer token-1" && authorization !== `Bearer ${key}`) {
      return { status: 401, json: { detail: "The access token is invalid." } };
    }
    const size = Number(asked.get("page_size") ?? "20");
    if (size > 20 && authorization === undefined)
      return { status: 401, json: { detail: "page_size may be at most 20" } };
    const licences = asked.get("license")?.split(",");
    if (licences?.some((one) => !LICENCES.includes(one) && !/^by/.test(one))) {
      return { status: 400, json: { detail: { license: [`License(s) do not exist.`] } } };
    }
    const all = items(total).filter(({ license }) => licences?.includes(String(license)) ?? true);
    const page = Number(asked.get("page") ?? "1");
    return {
      json: {
        ...{ result_count: all.length, page_count: Math.ceil(all.length / size), page_size: size, page },
        results: all.slice((page - 1) * size, page * size),
      },
    };
  },
  wikimedia(_request, asked, { items }) {
    const found = items(Number(asked.get("gsrlimit")));
    // Its list is in the order of the numbers of pages.
    return {
      json: { batchcomplete: true, ...(found.length === 0 ? {} : { query: { pages: found.reverse() } }) },
    };
  },
  unsplash({ path, headers }, asked, { items, total, key }) {
    if (headers.authorization !== `Client-ID ${key}`) {
      return { status: 401, json: { errors: ["OAuth error: The access token is invalid"] } };
    }
    if (path.startsWith("/photos/")) return { json: { url: "https://images.unsplash.com/photo-1" } };
    return { json: { total, total_pages: 2, results: items(Number(asked.get("per_page"))) } };
  },
  pexels({ headers }, asked, { items, total, key }) {
    if (headers.authorization !== key) return { status: 401, json: { status: 401, code: "Unauthorized" } };
    return { json: { page: 1, total_results: total, photos: items(Number(asked.get("per_page"))) } };
  },
  pixabay(_request, asked, { items, total, key }) {
    if (asked.get("key") !== key) return { status: 400, text: "[ERROR 400] Invalid or missing API key (...)." };
    return { json: { total, totalHits: total, hits: items(Number(asked.get("per_page"))) } };
  },
};
