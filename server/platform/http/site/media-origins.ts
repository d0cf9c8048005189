/**
 * Edges in pages: the page says which it may request media from, and its policy permits them. Both are of one moment, so
 * that a page that stays open never requests from an edge that its policy does not name. Without edges nothing changes.
 */
import { type AllowedOrigins, pageHeaders } from '#server/platform/http/endpoints/security-headers.ts'

/** The page with the origins, for `web/state/media-origins.ts`; the same page where there are none. */
export function withMediaOrigins(html: string, origins: readonly string[]): string {
  if (origins.length === 0) return html
  const meta = `<meta name="media-origins" content="${origins.join(' ')}">`
  return html.replace(/(?=<\/head>)/i, () => meta)
}

/** The headers of a page with these origins; made once for each list, because it hashes what is inline. */
export function pageHeadersOf(
  html: string,
  allowed: AllowedOrigins,
): (origins: readonly string[]) => Readonly<Record<string, string>> {
  let last: { readonly of: string; readonly headers: Readonly<Record<string, string>> } | undefined
  return (media) => {
    const of = media.join(' ')
    if (last?.of !== of) last = { of, headers: pageHeaders(html, { ...allowed, media }) }
    return last.headers
  }
}
