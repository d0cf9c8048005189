import type { Language } from '#contract/form/failures.ts'
import { type SiteLook, builtInLook, isNamed, manifestPath, styleAddress, styleOf } from './site-look.ts'

/** The head data in the first HTML of a page (SEO-01, SEO-02). */
export interface PageHead {
  readonly status: 200 | 404
  readonly language: Language
  readonly title: string
  readonly description: string
  /** The page's own address relative to the site's root, and the same in each language. */
  readonly canonicalPath?: string
  readonly alternates?: Readonly<Partial<Record<Language | 'x-default', string>>>
  /** True for a page that is hidden from search engines. */
  readonly isUnlisted?: boolean
  /** A preview picture for shared links, relative to the site's root or absolute. */
  readonly image?: string
  /** Open Graph's type, `website` when left out; `video.movie` for a film. */
  readonly kind?: string
  /** schema.org data; addresses in it may be paths. */
  readonly structuredData?: object
}

/** The preview picture of a page without its own; it shows the built-in name. */
const defaultImage = '/share.png'

/** Where the head is inserted into `web/index.html`. */
const headMark = '<!--head-->'

/** The built page with its head filled in. `origin` is the site's address without a closing slash. */
export function pageHtml(html: string, head: PageHead, origin: string, look: SiteLook = builtInLook): string {
  const absolute = (path: string) => (path.startsWith('/') ? origin + path : path)
  const image = head.image ?? look.icon?.shared ?? (isNamed(look) ? undefined : defaultImage)
  const tags = [
    `<title>${escaped(head.title)}</title>`,
    meta('name', 'description', head.description),
    // When installed, the site has its name and description in the language it was installed in.
    link('manifest', manifestPath(head.language)),
    link('apple-touch-icon', look.icon?.small ?? '/icons/apple-touch-180.png'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:type', head.kind ?? 'website'),
    meta('property', 'og:site_name', look.name[head.language]),
    ...lookTags(look),
    meta('property', 'og:locale', head.language === 'ru' ? 'ru_RU' : 'uz_UZ'),
    ...(head.alternates === undefined
      ? []
      : [meta('property', 'og:locale:alternate', head.language === 'ru' ? 'uz_UZ' : 'ru_RU')]),
    ...(image === undefined ? [] : [meta('property', 'og:image', absolute(image))]),
    meta('name', 'twitter:card', head.image === undefined ? 'summary' : 'summary_large_image'),
    meta('name', 'twitter:title', head.title),
    meta('name', 'twitter:description', head.description),
    ...(image === undefined ? [] : [meta('name', 'twitter:image', absolute(image))]),
    ...(head.status === 404 || head.isUnlisted === true ? [meta('name', 'robots', 'noindex')] : []),
    ...(head.canonicalPath === undefined
      ? []
      : [
          link('canonical', absolute(head.canonicalPath)),
          meta('property', 'og:url', absolute(head.canonicalPath)),
        ]),
    ...Object.entries(head.alternates ?? {}).map(
      ([language, path]) => `<link rel="alternate" hreflang="${language}" href="${escaped(absolute(path))}">`,
    ),
    ...(head.structuredData === undefined ? [] : [structured(withAddresses(head.structuredData, absolute))]),
  ]
  return withFont(withIcon(html, look), look)
    .replace(/<html\b[^>]*>/i, () => `<html lang="${head.language}">`)
    .replace(/<title>[\s\S]*?<\/title>/i, '')
    .replace(/<meta\s+name="description"[^>]*>/i, '')
    .replace(html.includes(headMark) ? headMark : /(?=<\/head>)/i, () => tags.join(''))
}

/** The built page with the service's own icon in place of the built-in one. */
export function withIcon(html: string, { icon }: SiteLook): string {
  if (icon === undefined) return html
  return html.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escaped(icon.small)}">`)
}

/** The built page that loads the service's own font first, in place of the built-in one of each language. */
function withFont(html: string, { fonts }: SiteLook): string {
  if (fonts === undefined) return html
  return html.replaceAll(
    /(<meta name="font-(?:ru|uz)" content=")[^"]*/g,
    (_, begin: string) => begin + escaped(fonts.text.address),
  )
}

/** What the client shows in its header, and the colours; nothing for the built-in look. */
function lookTags(look: SiteLook): readonly string[] {
  const { name, logo } = look
  const isBuiltIn = logo === '' && !isNamed(look)
  return [
    ...(isBuiltIn ? [] : [meta('name', 'service', JSON.stringify({ name, logo }))]),
    ...(styleOf(look) === '' ? [] : [link('stylesheet', styleAddress(look))]),
  ]
}

/** The schema.org fields that contain addresses. */
const addressFields: ReadonlySet<string> = new Set([
  'url',
  'item',
  'image',
  'mainEntityOfPage',
  'urlTemplate',
])

/** The same data with the site's origin before every path. */
function withAddresses(data: unknown, absolute: (path: string) => string, field = ''): unknown {
  if (typeof data === 'string') return addressFields.has(field) ? absolute(data) : data
  if (Array.isArray(data)) return data.map((part: unknown) => withAddresses(part, absolute, field))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, withAddresses(value, absolute, name)]),
  )
}

function meta(key: 'name' | 'property', name: string, value: string): string {
  return `<meta ${key}="${name}" content="${escaped(value)}">`
}

function link(relation: string, address: string): string {
  return `<link rel="${relation}" href="${escaped(address)}">`
}

/** `<` is the only character that could end the element early. */
function structured(data: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
