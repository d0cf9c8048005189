/** Text of unknown encoding into a string: what subtitle files from this part of the world come in. */

// The commonest letters of Russian, which make up half of any text; wrong code pages turn them into rare ones.
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
 * UTF-8 (a mark at the start is taken off), UTF-16 by its mark, else the Cyrillic code page in which the commonest
 * Russian letters are commonest: Windows-1251, KOI8-R or DOS 866.
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
