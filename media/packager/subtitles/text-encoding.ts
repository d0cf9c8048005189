/** Decodes text of unknown encoding: subtitle files from this region use several. */

// The most common letters of Russian, half of any text; a wrong code page turns them into rare letters.
const commonLetters = new Set('оеаинтсрвлк')

function score(text: string): number {
  let common = 0
  for (const letter of text) if (commonLetters.has(letter)) common += 1
  return common
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}

/**
 * UTF-8 (a byte order mark is removed), UTF-16 by its byte order mark, else the Cyrillic code page in which the most
 * common Russian letters are most frequent: Windows-1251, KOI8-R or DOS 866.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const candidates = ['windows-1251', 'koi8-r', 'ibm866'].map((encoding) => decode(bytes, encoding))
    return candidates.reduce((best, text) => (score(text) > score(best) ? text : best))
  }
}
