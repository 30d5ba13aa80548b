import PDFDocument from 'pdfkit';

/** A document that is being written. */
export interface Pdf {
  document: PDFKit.PDFDocument;
  /** Completes the document. @returns its bytes */
  finish(): Promise<Buffer>;
}

/** A document of A4 pages in English, tagged for screen readers. */
export function createPdf(
  margins: PDFKit.PDFDocumentOptions['margins'],
  info: PDFKit.DocumentInfo & { Title: string },
): Pdf {
  const document = new PDFDocument({
    size: 'A4',
    margins,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.5',
    tagged: true,
    bufferPages: true,
    info,
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  return {
    document,
    async finish() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      document.once('end', resolve);
      document.once('error', reject);
      document.end();
      await promise;
      return Buffer.concat(chunks);
    },
  };
}
