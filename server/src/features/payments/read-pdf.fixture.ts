import { inflateSync } from 'node:zlib';

/** The letters that the glyphs of a font stand for, from its `ToUnicode` map. */
function readLetters(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, units = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  }
  return letters;
}

/** The lines of a PDF as pdfkit writes them with embedded fonts, from top to bottom. */
export function readPdf(pdf: Buffer): string[] {
  const objects = new Map<string, { head: string; stream: string }>();
  for (const [, id = '', text = ''] of pdf.toString('latin1').matchAll(/\n(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const [head = '', data] = text.split(/stream\r?\n/);
    const bytes = Buffer.from(data?.replace(/\r?\nend$/, '') ?? '', 'latin1');
    const isPacked = head.includes('/FlateDecode');
    objects.set(id, { head, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  const at = (id: string | undefined) => objects.get(id ?? '') ?? { head: '', stream: '' };
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = '', id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(at(id).head)?.[1];
      fonts.set(name, readLetters(at(map).stream));
    }
  }
  const lines: { y: string; text: string; x: number }[] = [];
  for (const { stream } of objects.values()) {
    const parts = /1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d+) [\d.]+ Tf[\s\S]*?\[([^\]]*)\] TJ/g;
    for (const [, x = '', y = '', font = '', glyphs = ''] of stream.matchAll(parts)) {
      const text = [...glyphs.matchAll(/<(\w+)>/g)]
        .flatMap(([, hex = '']) => hex.match(/\w{4}/g) ?? [])
        .map((glyph) => fonts.get(font)?.get(glyph) ?? '\0')
        .join('');
      const last = lines.at(-1);
      // Parts of one paragraph follow each other; the columns of a row are far apart.
      if (last?.y === y && Number(x) - last.x < 300) last.text += text;
      else lines.push({ y, text, x: Number(x) });
    }
  }
  return lines.map(({ text }) => text);
}
