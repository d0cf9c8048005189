/** What is typed about an edge, checked and in its one notation. Pure. */
import { isLocalAddress, literalAddress } from '#media/network/local-address.ts'
import { parsePrefix, prefixText } from '#server/region/region.ts'

/** More prefixes are not read. */
const maxPrefixes = 1000

/**
 * `https://edge1.example.uz` of `https://Edge1.example.uz/`; undefined for anything but the origin of https. Http only by the
 * number of an address of one's own network: a page with https may not request from it, and tickets would be readable.
 */
export function readBase(text: string): string | undefined {
  const url = urlOf(text)
  if (url === undefined || url.search !== '' || url.hash !== '' || url.pathname !== '/') return undefined
  const literal = literalAddress(url)
  if (url.protocol === 'http:' && (literal === undefined || !isLocalAddress(literal))) return undefined
  return url.origin.length <= 200 ? url.origin : undefined
}

/** '' for none; undefined for anything but an http(s) address. */
export function readHealthAddress(text: string): string | undefined {
  if (text.trim() === '') return ''
  const url = urlOf(text)
  return url === undefined || url.href.length > 400 ? undefined : url.href
}

function urlOf(text: string): URL | undefined {
  const typed = text.trim()
  if (typed.length > 400 || !URL.canParse(typed)) return undefined
  const url = new URL(typed)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // Signs that would end a directive of a page's policy are none of a host.
  const isPlain = url.username === '' && url.password === '' && /^[\w.:[\]-]+$/.test(url.host)
  return isWeb && isPlain ? url : undefined
}

export type ReadPrefixes =
  | { readonly kind: 'read'; readonly prefixes: readonly string[] }
  /** The first piece that is no prefix. */
  | { readonly kind: 'wrong'; readonly value: string }
  | { readonly kind: 'too_many'; readonly max: number }

/** Prefixes or bare addresses, separated by spaces, commas, semicolons or lines; each once, in canonical notation. */
export function readEdgePrefixes(text: string): ReadPrefixes {
  const pieces = text.split(/[\s,;]+/, maxPrefixes + 2).filter((piece) => piece !== '')
  if (pieces.length > maxPrefixes) return { kind: 'too_many', max: maxPrefixes }
  const prefixes = new Set<string>()
  for (const piece of pieces) {
    const prefix = parsePrefix(piece, true)
    if (prefix === undefined) return { kind: 'wrong', value: piece.slice(0, 60) }
    prefixes.add(prefixText(prefix))
  }
  return { kind: 'read', prefixes: [...prefixes] }
}
