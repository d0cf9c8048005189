/** Headers of the tus protocol; pure. */

/** A number of bytes; undefined for anything else. */
export function readSize(header: string | readonly string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

const maxHeader = 4000
const maxValue = 400

/** `Upload-Metadata`: pairs of a key and a value in base64, with commas between them; without the character zero. */
export function readMetadata(
  header: string | readonly string[] | undefined,
): Readonly<Record<string, string>> {
  if (typeof header !== 'string' || header.length > maxHeader) return {}
  const pairs = header.split(',').map((pair) => pair.trim().split(' '))
  return Object.fromEntries(
    pairs.flatMap(([key = '', value = '']) =>
      /^[\w-]{1,40}$/.test(key) ? [[key, textOf(value)] as const] : [],
    ),
  )
}

function textOf(value: string): string {
  return Buffer.from(value, 'base64').toString('utf8').replaceAll('\0', '').slice(0, maxValue)
}
