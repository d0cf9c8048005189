import type { PageText, PageTextPair } from './page-texts.ts'
import { builtInTexts } from './page-texts.ts'
import type { Language } from '#contract/failures.ts'
import type { PageMatch } from '#contract/pages.ts'
import { matchPage } from '#contract/pages.ts'

/** A film, series or channel as its page's head tells of it. Texts are in the asked language already. */
export interface HeadFacts {
  readonly name: string
  readonly description: string
  /** From the site's root or absolute; null for none. */
  readonly image: string | null
  readonly kind: 'film' | 'series' | 'channel'
  readonly year?: number
}

/** What the first HTML of a page holds before any script runs (SEO-02). */
export interface PageHead {
  readonly status: 200 | 404
  readonly language: Language
  readonly title: string
  readonly description: string
  /** Absolute; null where no other page should stand for it. */
  readonly canonical: string | null
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[]
  /** Open Graph properties by name. */
  readonly og: Readonly<Record<string, string>>
  /** False for pages that are nobody else's business. */
  readonly isIndexed: boolean
  /** schema.org data, for films and series. */
  readonly structured: Readonly<Record<string, unknown>> | null
}

/** The path by which texts are kept: no query, no language, no slash at its end. */
export function textPath(address: string): string {
  const path = address.replace(/[?#].*$/, '').replace(/^\/(ru|uz)(?=\/|$)/, '')
  const trimmed = path.replace(/\/+$/, '')
  return trimmed === '' ? '/' : trimmed
}

/** An operator's text for the path, else ours for it, else the operator's for `/`, else ours for `/` (SEO-01). */
export function chooseText(
  path: string,
  written: ReadonlyMap<string, PageTextPair>,
  language: Language,
): PageText {
  const pair = written.get(path) ?? builtIn(path) ?? written.get('/') ?? builtInTexts['/']
  return pair[language]
}

function builtIn(path: string): PageTextPair | undefined {
  return path !== '/' && Object.hasOwn(builtInTexts, path) ? builtInTexts[path] : undefined
}

/** Title and description of a page about one thing. */
export function textOfThing(facts: HeadFacts, language: Language): PageText {
  const year = facts.year === undefined ? '' : ` (${facts.year})`
  const watch = language === 'ru' ? 'смотреть онлайн' : 'onlayn tomosha qiling'
  return { title: `${facts.name}${year}: ${watch} · Ekran`, desc: shortened(facts.description, 200) }
}

function shortened(text: string, most: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= most) return plain
  return `${plain.slice(0, most - 1).replace(/\s+\S*$/, '')}…`
}

/** Which thing a page is about, if it is about one. */
export function thingOf(match: PageMatch): { readonly kind: 'film' | 'channel'; readonly id: number } | null {
  const id = Number(match.params['id'])
  if (match.name === 'movie') return { kind: 'film', id }
  return match.name === 'channel' || match.name === 'tvArchive' ? { kind: 'channel', id } : null
}

/** The head of a page that exists. */
export function headOf(page: {
  readonly match: PageMatch
  readonly path: string
  readonly origin: string
  readonly language: Language
  readonly text: PageText
  readonly facts: HeadFacts | null
}): PageHead {
  const { match, origin, language, text, facts } = page
  const bare = textPath(page.path)
  const inLanguage = (code: Language) => `${origin}/${code}${bare === '/' ? '' : bare}`
  // Only these have an address of their own in each language; elsewhere one address serves both.
  const hasLanguages = match.page.pattern.startsWith('/:lang?')
  const canonical = hasLanguages && language === 'uz' ? inLanguage('uz') : origin + bare
  const image = facts?.image ?? null
  return {
    status: 200,
    language,
    title: text.title,
    description: text.desc,
    canonical,
    alternates: hasLanguages
      ? [
          { hreflang: 'ru', href: origin + bare },
          { hreflang: 'uz', href: inLanguage('uz') },
          { hreflang: 'x-default', href: origin + bare },
        ]
      : [],
    og: {
      'og:site_name': 'Ekran',
      'og:type': facts === null || facts.kind === 'channel' ? 'website' : `video.${ogKind[facts.kind]}`,
      'og:title': text.title,
      'og:description': text.desc,
      'og:url': canonical,
      'og:locale': language === 'ru' ? 'ru_RU' : 'uz_UZ',
      ...(image === null ? {} : { 'og:image': absolute(image, origin) }),
    },
    isIndexed: !match.page.private && match.name !== 'login',
    structured: facts === null || facts.kind === 'channel' ? null : structuredOf(facts, canonical, origin),
  }
}

const ogKind = { film: 'movie', series: 'tv_show' } as const

function structuredOf(facts: HeadFacts, url: string, origin: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': facts.kind === 'series' ? 'TVSeries' : 'Movie',
    name: facts.name,
    description: facts.description,
    url,
    ...(facts.image === null ? {} : { image: absolute(facts.image, origin) }),
    ...(facts.year === undefined ? {} : { dateCreated: String(facts.year) }),
  }
}

function absolute(address: string, origin: string): string {
  return address.startsWith('/') ? origin + address : address
}

/** The head of a page that is not there. */
export function notFoundHead(language: Language): PageHead {
  const title = language === 'ru' ? 'Страница не найдена · Ekran' : 'Sahifa topilmadi · Ekran'
  return {
    status: 404,
    language,
    title,
    description: '',
    canonical: null,
    alternates: [],
    og: { 'og:title': title },
    isIndexed: false,
    structured: null,
  }
}

/** The page of an address, or null. Re-read here so that a query or a broken escape cannot reach the table. */
export function pageOf(address: string): PageMatch | null {
  return matchPage(address.replace(/[?#].*$/, '').slice(0, 500))
}
