import type { PageText, PageTextPair } from './page-texts.ts'
import { builtInTexts } from './page-texts.ts'
import type { Language } from '#contract/failures.ts'
import type { PageMatch } from '#contract/pages.ts'
import { matchPage } from '#contract/pages.ts'
import type { PageHead } from '#server/platform/http/page-html.ts'

/** A film, series, channel or person as its page's head tells of it. Texts are in the asked language already. */
export interface HeadFacts {
  readonly name: string
  readonly description: string
  /** From the site's root or absolute; null for none. */
  readonly image: string | null
  readonly kind: 'film' | 'series' | 'channel' | 'person'
  readonly year?: number
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
  const watch =
    facts.kind === 'person'
      ? { ru: 'фильмы и сериалы', uz: 'filmlar va seriallar' }[language]
      : { ru: 'смотреть онлайн', uz: 'onlayn tomosha qiling' }[language]
  return { title: `${facts.name}${year}: ${watch} · Ekran`, desc: shortened(facts.description, 200) }
}

function shortened(text: string, most: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= most) return plain
  return `${plain.slice(0, most - 1).replace(/\s+\S*$/, '')}…`
}

/** Which thing a page is about, if it is about one. */
export function thingOf(
  match: PageMatch,
): { readonly kind: 'film' | 'channel' | 'person'; readonly id: number } | null {
  const id = Number(match.params['id'])
  if (match.name === 'movie') return { kind: 'film', id }
  if (match.name === 'person') return { kind: 'person', id: Number(match.params['provider']) }
  return match.name === 'channel' || match.name === 'tvArchive' ? { kind: 'channel', id } : null
}

/** The head of a page that exists. `origin` is the site's address without a closing slash. */
export function headOf(page: {
  readonly match: PageMatch
  readonly path: string
  readonly origin: string
  readonly language: Language
  readonly text: PageText
  readonly facts: HeadFacts | null
}): PageHead {
  const { match, language, text, facts } = page
  const bare = textPath(page.path)
  const inUzbek = `/uz${bare === '/' ? '' : bare}`
  // Only these have an address of their own in each language; elsewhere one address serves both.
  const hasLanguages = match.page.pattern.startsWith('/:lang?')
  const canonicalPath = hasLanguages && language === 'uz' ? inUzbek : bare
  return {
    status: 200,
    language,
    title: text.title,
    description: text.desc,
    canonicalPath,
    ...(hasLanguages ? { alternates: { ru: bare, uz: inUzbek } } : {}),
    ...(facts === null || facts.image === null ? {} : { image: facts.image }),
    ...(facts === null || facts.kind === 'channel' || facts.kind === 'person'
      ? {}
      : {
          kind: facts.kind === 'series' ? 'video.tv_show' : 'video.movie',
          structuredData: structuredOf(facts, page.origin, canonicalPath),
        }),
  }
}

function structuredOf(facts: HeadFacts, origin: string, path: string): object {
  const image = facts.image?.startsWith('/') ? origin + facts.image : facts.image
  return {
    '@context': 'https://schema.org',
    '@type': facts.kind === 'series' ? 'TVSeries' : 'Movie',
    name: facts.name,
    description: facts.description,
    url: origin + path,
    ...(image === null ? {} : { image }),
    ...(facts.year === undefined ? {} : { dateCreated: String(facts.year) }),
  }
}

/** The head of a page that is not there. */
export function notFoundHead(language: Language): PageHead {
  return {
    status: 404,
    language,
    title: language === 'ru' ? 'Страница не найдена · Ekran' : 'Sahifa topilmadi · Ekran',
    description: '',
  }
}

/** The page of an address, or null. Re-read here so that a query or a broken escape cannot reach the table. */
export function pageOf(address: string): PageMatch | null {
  return matchPage(address.replace(/[?#].*$/, '').slice(0, 500))
}
