import { IMAGE_LICENCES, type ImageLicence } from "../../kernel/providers/images.js";

export interface ReadLicence {
  readonly licence: ImageLicence;
  readonly licenceVersion: string;
}

const OF_COMMONS = /^(?:cc[- ])?(by(?:-nc)?(?:-sa|-nd)?)(?:[- ](\d(?:\.\d)?)|$|[- ])/;

/** A licence by the code that a service gives: `by-sa`, `cc-by-sa-3.0-de`, `cc0`, `pd-us`; without one for what is none of ours. */
export function readLicence(code: string, version = ""): ReadLicence {
  const name = code.trim().toLowerCase();
  const found = OF_COMMONS.exec(name);
  if (found !== null) {
    return { licence: found[1] as ImageLicence, licenceVersion: version === "" ? (found[2] ?? "") : version };
  }
  if (/^(?:cc0|cc-zero)\b/.test(name)) return { licence: "cc0", licenceVersion: version === "" ? "1.0" : version };
  if (/^(?:pdm?|public domain|cc-pd-mark)(?:$|[- ])/.test(name)) return { licence: "pdm", licenceVersion: "" };
  return { licence: isLicence(name) ? name : "", licenceVersion: "" };
}

/** Where the licence itself is; empty where it is not known. */
export function licencePage({ licence, licenceVersion }: ReadLicence): string {
  if (licence === "cc0") return "https://creativecommons.org/publicdomain/zero/1.0/";
  if (licence === "pdm") return "https://creativecommons.org/publicdomain/mark/1.0/";
  if (!licence.startsWith("by") || licenceVersion === "") return "";
  return `https://creativecommons.org/licenses/${licence}/${licenceVersion}/`;
}

function isLicence(name: string): name is ImageLicence {
  return (IMAGE_LICENCES as readonly string[]).includes(name);
}
