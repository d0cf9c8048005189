import type { Language } from '#contract/failures.ts'

/** What the first HTML of a page says of it (SEO-01, SEO-02). */
export interface PageHead {
  readonly status: 200 | 404
  readonly language: Language
  readonly title: string
  readonly description: string
  /** The page's own address from the site's root, and the same in each language. */
  readonly canonicalPath?: string
  readonly alternates?: Readonly<Partial<Record<Language, string>>>
  /** A picture for those who share the page, from the site's root or absolute. */
  readonly image?: string
  /** Open Graph's type, `website` when left out; `video.movie` for a film. */
  readonly kind?: string
  /** schema.org data. */
  readonly structuredData?: object
}

/** Where `web/index.html` wants its head. */
const headMark = '<!--head-->'

/** The built page with its head filled in. `origin` is the site's address without a closing slash. */
export function pageHtml(html: string, head: PageHead, origin: string): string {
  const absolute = (path: string) => (path.startsWith('/') ? origin + path : path)
  const tags = [
    `<title>${escaped(head.title)}</title>`,
    meta('name', 'description', head.description),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:type', head.kind ?? 'website'),
    meta('property', 'og:site_name', 'Ekran'),
    meta('property', 'og:locale', head.language === 'ru' ? 'ru_RU' : 'uz_UZ'),
    ...(head.image === undefined ? [] : [meta('property', 'og:image', absolute(head.image))]),
    ...(head.status === 404 ? [meta('name', 'robots', 'noindex')] : []),
    ...(head.canonicalPath === undefined
      ? []
      : [
          link('canonical', absolute(head.canonicalPath)),
          meta('property', 'og:url', absolute(head.canonicalPath)),
        ]),
    ...Object.entries(head.alternates ?? {}).map(
      ([language, path]) => `<link rel="alternate" hreflang="${language}" href="${escaped(absolute(path))}">`,
    ),
    ...(head.structuredData === undefined ? [] : [structured(head.structuredData)]),
  ]
  return html
    .replace(/<html\b[^>]*>/i, () => `<html lang="${head.language}">`)
    .replace(/<title>[\s\S]*?<\/title>/i, '')
    .replace(/<meta\s+name="description"[^>]*>/i, '')
    .replace(html.includes(headMark) ? headMark : /(?=<\/head>)/i, () => tags.join(''))
}

function meta(key: 'name' | 'property', name: string, value: string): string {
  return `<meta ${key}="${name}" content="${escaped(value)}">`
}

function link(relation: string, address: string): string {
  return `<link rel="${relation}" href="${escaped(address)}">`
}

/** `<` is the only letter that could end the element early. */
function structured(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
