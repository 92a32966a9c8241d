import type { JSX } from "preact";

/** Drawn for this page on a grid of 20, in the colour of the text. */
const PATHS = {
  tasks: "M3.5 5.500h2m3 0h8M3.5 10h2m3 0h8m-13 4.500h2m3 0h8",
  articles: "M5 3h7l3.5 3.500V17H5zM12 3v3.500h3.500M7.5 10h5M7.5 13h5",
  calendar: "M3.5 5.500h13v11h-13zM3.5 8.500h13M7 3.500v3M13 3.500v3",
  accounts: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c.6-3 3-4.5 6-4.500s5.400 1.5 6 4.5",
  providers: "M7 3v4M13 3v4M5 7h10v3a5 5 0 0 1-10 0zM10 15v2.5",
  server: "M3.5 4h13v5h-13zM3.5 11h13v5h-13zM6.5 6.500h.01M6.5 13.500h.01",
  plus: "M10 4v12M4 10h12",
  play: "M6.5 4.500v11l9-5.500z",
  stop: "M5.5 5.500h9v9h-9z",
  restart: "M15.5 10a5.5 5.5 0 1 1-1.800-4.100M15.5 3.500v3h-3",
  copy: "M7.5 7.500h9v9h-9zM4.5 12.500h-1v-9h9v1",
  trash: "M4 6h12M8 6V4h4v2M5.5 6l.8 10.500h7.400L14.5 6M8.5 9v4.500M11.5 9v4.5",
  search: "M9 14.500a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4",
  close: "M5 5l10 10M15 5 5 15",
  check: "M4 10.5 8 14.5 16 5.5",
  chevron: "M7.5 5l5 5-5 5",
  down: "M5 7.500l5 5 5-5",
  more: "M5 10h.01M10 10h.01M15 10h.01",
  columns: "M3.5 4h13v12h-13zM8 4v12M12.5 4v12",
  sun: "M10 13.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM10 2v1.500M10 16.500V18M2 10h1.500M16.5 10H18M4.300 4.300l1.100 1.100M14.600 14.600l1.100 1.100M15.700 4.300l-1.100 1.100M5.400 14.600l-1.100 1.100",
  moon: "M16 11.500A6.5 6.5 0 0 1 8.5 4 6.5 6.5 0 1 0 16 11.500z",
  screen: "M3 4h14v9.500H3zM7.5 16.500h5M10 13.500v3",
  help: "M7.5 7.500A2.5 2.5 0 1 1 10 10.500v1.500M10 14.500h.01M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15z",
  warning: "M10 3.5 17.5 16h-15zM10 8v4M10 14h.01",
  info: "M10 9v5M10 6.500h.01M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15z",
  download: "M10 3.500v9M6 9l4 4 4-4M4 16.500h12",
  upload: "M10 13V4M6 7.500l4-4 4 4M4 16.500h12",
  file: "M5 3h7l3.5 3.500V17H5zM12 3v3.500h3.5",
  eye: "M2.5 10C4 6.5 7 5 10 5s6 1.5 7.5 5c-1.5 3.5-4.5 5-7.5 5s-6-1.5-7.5-5zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  link: "M8.5 11.500l3-3M9 6l1.5-1.500a3.200 3.200 0 0 1 4.5 4.500L13.5 10.500M11 14l-1.5 1.500A3.200 3.200 0 0 1 5 11l1.5-1.5",
  clock: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.500l3 1.5",
  lock: "M5 9h10v8H5zM7 9V6.500a3 3 0 0 1 6 0V9",
  globe: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM3 10h14M10 3c2.5 2 2.5 12 0 14M10 3c-2.5 2-2.5 12 0 14",
  shuffle: "M3 6h2.500l7 8H17M3 14h2.500l2-2.300M10.5 8.300l2-2.300H17M15 4l2 2-2 2M15 12l2 2-2 2",
  filter: "M3 5h14M6 10h8M8.5 15h3",
  edit: "M4 16l.8-3.500L13.5 4l2.5 2.5-8.700 8.700z",
} as const;

export type IconName = keyof typeof PATHS;

/** A picture that says nothing to screen readers: the words stand beside it. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }): JSX.Element {
  return (
    <svg
      class={name === "more" ? "icon bold" : "icon"}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
