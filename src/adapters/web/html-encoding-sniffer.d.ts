declare module "html-encoding-sniffer" {
  /** The name of the encoding, or `defaultEncoding` as it was given. */
  export default function sniff(
    bytes: Uint8Array,
    options?: { readonly xml?: boolean; readonly defaultEncoding?: string; readonly maxPrescanBytes?: number },
  ): string;
}
