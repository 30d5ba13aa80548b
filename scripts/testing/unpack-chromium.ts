// Run with TMPDIR set to the browser's folder: the package unpacks into the folder for temporary files.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

const [done = ''] = process.argv.slice(2);
const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
await chromium.executablePath();
// The libraries that a bare system lacks; the package itself unpacks them only where it knows that they are missing.
await inflate(path.join(path.dirname(entry), '../bin/al2023.tar.br'));
// The package's own configuration looks for its fonts where a cloud function would have them.
const folder = path.dirname(done);
writeFileSync(
  path.join(folder, 'fonts.conf'),
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`,
);
writeFileSync(done, '');
