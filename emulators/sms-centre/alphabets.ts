/** The alphabets of short messages: decodes bytes to text, and counts the message parts of a text. */

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = new Map([
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
])
const extendedCharacters = new Set(extended.values())

export type Alphabet = 'GSM-7' | 'ASCII' | 'UCS-2'

/** The alphabet of an SMPP data coding; undefined for an unsupported one. */
export function alphabetOf(dataCoding: number): Alphabet | undefined {
  if (dataCoding === 0) return 'GSM-7'
  if (dataCoding === 1) return 'ASCII'
  return dataCoding === 8 ? 'UCS-2' : undefined
}

export function decode(bytes: Buffer, alphabet: Alphabet): string {
  if (alphabet === 'ASCII') return bytes.toString('latin1')
  if (alphabet === 'UCS-2')
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le')
  let text = ''
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0
    if (code === 0x1b) {
      at += 1
      text += extended.get(bytes[at] ?? 0) ?? ' '
    } else text += basic[code] ?? '?'
  }
  return text
}

/** As networks count: 160 units of GSM-7 or 70 of UCS-2, and 153 or 67 in each part of a multipart message. */
export function countParts(text: string): { readonly parts: number; readonly alphabet: 'GSM-7' | 'UCS-2' } {
  const characters = [...text]
  const isGsm = characters.every(
    (one) => one !== '\u001b' && (basic.includes(one) || extendedCharacters.has(one)),
  )
  const sizes = characters.map((one) => (isGsm ? (extendedCharacters.has(one) ? 2 : 1) : one.length))
  const [single, several] = isGsm ? [160, 153] : [70, 67]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const alphabet = isGsm ? 'GSM-7' : 'UCS-2'
  if (total <= single) return { parts: 1, alphabet }
  let [parts, used] = [1, 0]
  for (const size of sizes) {
    if (used + size > several) {
      parts += 1
      used = 0
    }
    used += size
  }
  return { parts, alphabet }
}
