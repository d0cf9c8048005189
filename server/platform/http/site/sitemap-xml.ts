/** Sitemaps as sitemaps.org and Google's notes on languages have them, written piece by piece. */

/** A page that search engines shall know, by its path in each language. */
export interface SitemapEntry {
  readonly ru: string
  readonly uz: string
  /** Unix milliseconds. */
  readonly changedMs?: number | undefined
}

export interface SitemapPart {
  /** A word of the part's address. */
  readonly name: string
  readonly entries: readonly SitemapEntry[]
}

/** A sitemap holds at most 50,000 addresses and 50 MB; each entry is two addresses of at most some 700 bytes. */
export const entriesOfPart = 25_000
const entriesOfPiece = 100

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Parts that are each small enough, `name`, `name-2`, …; none for nothing. */
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

/** A part, some kilobytes at a time: nothing holds all of it. */
export function* sitemapPieces(origin: string, { entries }: SitemapPart): Generator<string> {
  yield `${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for (let from = 0; from < entries.length; from += entriesOfPiece)
    yield entries
      .slice(from, from + entriesOfPiece)
      .map((entry) => entryText(origin, entry))
      .join('')
  yield '</urlset>\n'
}

/** Each language's address names both, itself too: search engines believe no pair that is told of from one side. */
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

/** What crawlers may ask for: everything but what is no page, and where the sitemap is. */
export function robotsText(origin: string): string {
  const lines = ['User-agent: *', 'Disallow: /p/', 'Disallow: /payment/']
  // An address in it has to be whole.
  if (origin !== '') lines.push('', `Sitemap: ${origin}/sitemap.xml`)
  return `${lines.join('\n')}\n`
}
