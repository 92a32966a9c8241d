/** A line of print, its beginning in points from the lower left corner. */
export interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export interface PdfFileLook {
  readonly encrypted?: boolean;
  readonly drawing?: Uint8Array;
  readonly filter?: string;
}

/** A PDF file of these pages, for tests: the plainest there is, in Helvetica; or each with a drawing, which is deflated or filtered otherwise. */
export function pdfFile(
  pages: readonly (readonly Line[])[],
  information: Readonly<Record<string, string>> = {},
  { encrypted = false, drawing, filter = "FlateDecode" }: PdfFileLook = {},
): Uint8Array {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_page, at) => `${4 + 2 * at} 0 R`).join(" ");
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  for (const [at, lines] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
    );
    const stream =
      drawing === undefined
        ? lines.map(({ text, x, y, size }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`).join("\n")
        : Buffer.from(drawing).toString("latin1");
    const filtered = drawing === undefined ? "" : ` /Filter [/${filter}]`;
    add(`<< /Length ${stream.length}${filtered} >>\nstream\n${stream}\nendstream`);
  }
  const entries = Object.entries(information).map(([name, value]) => `/${name} (${escaped(value)})`);
  add(`<< ${entries.join(" ")} >>`);
  const lockedAt = objects.length + 1;
  if (encrypted) {
    const key = "00".repeat(32);
    add(`<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${key}> /U <${key}> >>`);
  }

  let text = "%PDF-1.4\n";
  const offsets = objects.map((body, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const locked = encrypted ? ` /Encrypt ${lockedAt} 0 R /ID [<00> <00>]` : "";
  const info = 4 + 2 * pages.length;
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R${locked} >>`;
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(text, "latin1"));
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, "\\$&");
}
