/** Sitemaps as described by sitemaps.org and Google's notes on languages, written piece by piece. */

/** A page for search engines, by its path in each language. */
export interface SitemapEntry {
  readonly ru: string
  readonly uz: string
  /** Unix milliseconds. */
  readonly changedMs?: number | undefined
}

export interface SitemapPart {
  /** The part's name in its address. */
  readonly name: string
  readonly entries: readonly SitemapEntry[]
}

/** A sitemap has at most 50,000 addresses and 50 MB; each entry is two addresses of at most some 700 bytes. */
export const entriesOfPart = 25_000
const entriesOfPiece = 100

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Parts of the maximum size, `name`, `name-2`, …; none for an empty list. */
export function splitPart(name: string, entries: readonly SitemapEntry[]): SitemapPart[] {
  const count = Math.ceil(entries.length / entriesOfPart)
  return Array.from({ length: count }, (_, index) => ({
    name: index === 0 ? name : `${name}-${index + 1}`,
    entries: entries.slice(index * entriesOfPart, (index + 1) * entriesOfPart),
  }))
}

/** The list of the parts. */
export function sitemapIndex(origin: string, parts: readonly SitemapPart[]): string {
  const lines = parts.map(({ name, entries }) => {
    const newest = entries.reduce((latest, { changedMs = 0 }) => Math.max(latest, changedMs), 0)
    return `<sitemap><loc>${escaped(`${origin}/sitemaps/${name}.xml`)}</loc>${lastChange(newest)}</sitemap>\n`
  })
  return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</sitemapindex>\n`
}

/** A part, some kilobytes at a time: it is never completely in memory. */
export function* sitemapPieces(origin: string, { entries }: SitemapPart): Generator<string> {
  yield `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for (let from = 0; from < entries.length; from += entriesOfPiece)
    yield entries
      .slice(from, from + entriesOfPiece)
      .map((entry) => entryText(origin, entry))
      .join('')
  yield '</urlset>\n'
}

/**
 * Each language's address lists both, including itself: search engines ignore a pair that is declared on one side
 * only.
 */
function entryText(origin: string, { ru, uz, changedMs = 0 }: SitemapEntry): string {
  const [inRussian, inUzbek] = [escaped(origin + ru), escaped(origin + uz)]
  const others =
    `<xhtml:link rel="alternate" hreflang="ru" href="${inRussian}"/>` +
    `<xhtml:link rel="alternate" hreflang="uz" href="${inUzbek}"/>` +
    `<xhtml:link rel="alternate" hreflang="x-default" href="${inRussian}"/>`
  const rest = `${lastChange(changedMs)}${others}</url>\n`
  return `<url><loc>${inRussian}</loc>${rest}<url><loc>${inUzbek}</loc>${rest}`
}

function lastChange(ms: number) {
  return ms > 0 ? `<lastmod>${new Date(ms).toISOString().slice(0, 19)}Z</lastmod>` : ''
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** What crawlers may request: everything except non-pages, and the sitemap's address. */
export function robotsText(origin: string): string {
  const lines = ['User-agent: *', 'Disallow: /p/', 'Disallow: /payment/']
  // The address must be absolute.
  if (origin !== '') lines.push('', `Sitemap: ${origin}/sitemap.xml`)
  return `${lines.join('\n')}\n`
}
