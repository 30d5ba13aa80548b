/** A letter as it is compared: lower case, without accents. */
function plain(letter: string): string {
  return letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Splits a name around the first word that begins with the searched text, whatever its accents and case. */
export function splitAtMatch(name: string, text: string): [before: string, match: string, after: string] {
  const letters = [...name];
  const sought = [...text.trim()].map(plain).join('');
  const isStart = (index: number) => index === 0 || !/[\p{L}\p{N}]/u.test(letters[index - 1] ?? '');
  for (let start = 0; sought !== '' && start < letters.length; start += 1) {
    if (!isStart(start)) continue;
    let found = '';
    let end = start;
    while (end < letters.length && found.length < sought.length) {
      found += plain(letters[end] ?? '');
      end += 1;
    }
    if (found === sought)
      return [
        letters.slice(0, start).join(''),
        letters.slice(start, end).join(''),
        letters.slice(end).join(''),
      ];
  }
  return [name, '', ''];
}
