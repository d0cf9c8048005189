/**
 * Decodes an external text file: UTF-8 or UTF-16 by its mark, UTF-8 when it is valid, else Windows-1251, the usual
 * encoding of playlists and sheets of our region that are not UTF-8. NUL characters are left out.
 */
export function decodeText(bytes: Uint8Array): string {
  // The database stores no NUL.
  return decode(bytes).replaceAll('\0', '')
}

function decode(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
