/** Hands a text to the visitor as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the text by the time this runs.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
