/** Addresses of the own site as the paths that a link needs; pure. */

/**
 * The path of an address on the site of `origin` (`https://tv.example`), also when it is written without the scheme;
 * every other text trimmed and otherwise as it is.
 */
export function pathOfAddress(written: string, origin: string): string {
  const text = written.trim()
  const { host } = new URL(origin)
  const isBare = text.toLowerCase().startsWith(`${host}/`)
  const address = isBare ? `${new URL(origin).protocol}//${text}` : text
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return text
  const url = new URL(address)
  // One site may be reached with and without encryption.
  return url.host === host ? `${url.pathname}${url.search}${url.hash}` : text
}
