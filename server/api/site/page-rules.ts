import type { HeadFacts } from '#server/api/context/head-facts.ts'
import { builtInTexts } from './page-texts.ts'
import { type PageText, type PageTextPair, builtInName } from '#server/site/site.ts'
import { breadcrumbs, faqPage, graphOf, stepOf, thingData, webSite } from './structured-data.ts'
import type { Language } from '#contract/form/failures.ts'
import { type PageMatch, type PageName, matchPage, pages } from '#contract/form/pages.ts'
import type { PageHead } from '#server/platform/http/site/page-html.ts'

/** The path by which texts are stored: no query, no language, no slash at its end. */
export function textPath(address: string): string {
  const path = address.replace(/[?#].*$/, '').replace(/^\/(ru|uz)(?=\/|$)/, '')
  const trimmed = path.replace(/\/+$/, '')
  return trimmed === '' ? '/' : trimmed
}

/**
 * An operator's text for the path, else the built-in one, else the operator's for `/`, else the built-in one for `/`
 * (SEO-01).
 */
export function chooseText(
  path: string,
  written: ReadonlyMap<string, PageTextPair>,
  language: Language,
  service: string,
): PageText {
  const own = written.get(path) ?? (builtIn(path) === undefined ? written.get('/') : undefined)
  if (own !== undefined) return own[language]
  const { title, desc } = (builtIn(path) ?? builtInTexts['/'])[language]
  const named = (text: string) => text.replaceAll(builtInName, () => service)
  return { title: named(title), desc: named(desc) }
}

function builtIn(path: string): PageTextPair | undefined {
  return path !== '/' && Object.hasOwn(builtInTexts, path) ? builtInTexts[path] : undefined
}

/** Title and description of a detail page. */
export function textOfThing(facts: HeadFacts, language: Language, service: string): PageText {
  if (facts.kind === 'news')
    return { title: `${facts.name} · ${service}`, desc: shortened(facts.description, 200) }
  const year = facts.year === undefined ? '' : ` (${facts.year})`
  const watch =
    facts.kind === 'person' || facts.kind === 'collection'
      ? { ru: 'фильмы и сериалы', uz: 'filmlar va seriallar' }[language]
      : { ru: 'смотреть онлайн', uz: 'onlayn tomosha qiling' }[language]
  const said = facts.description.trim() === '' ? unsaid(facts, language) : facts.description
  return { title: `${facts.name}${year}: ${watch} · ${service}`, desc: shortened(said, 200) }
}

/** The default description of an item without one. */
function unsaid({ kind, name }: HeadFacts, language: Language): string {
  if (kind === 'channel')
    return {
      ru: `Телеканал ${name}: прямой эфир, программа передач и архив за 7 дней.`,
      uz: `${name} telekanali: jonli efir, teledastur va 7 kunlik arxiv.`,
    }[language]
  if (kind === 'collection')
    return {
      ru: `Подборка «${name}»: фильмы и сериалы онлайн.`,
      uz: `«${name}» toʻplami: filmlar va seriallar onlayn.`,
    }[language]
  if (kind === 'person')
    return {
      ru: `${name}: фильмы и сериалы, в которых можно увидеть работу этого человека.`,
      uz: `${name}: bu odam ishtirok etgan filmlar va seriallar.`,
    }[language]
  return {
    ru: `${name}: смотреть онлайн на телевизоре, телефоне и компьютере.`,
    uz: `${name}: televizor, telefon va kompyuterda onlayn tomosha qiling.`,
  }[language]
}

/**
 * The addresses of all pages that are not about one item; a page that may start with a language also with each of
 * them.
 */
export function sitePaths(): readonly string[] {
  return Object.values(pages).flatMap(({ pattern }) => {
    const bare = pattern.replace('/:lang?', '')
    if (bare.includes(':')) return []
    return bare === pattern ? [bare] : [bare, `/ru${bare}`, `/uz${bare}`]
  })
}

/** On one line, cut at a word. */
export function shortened(text: string, max: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= max) return plain
  return `${plain
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/(?:\s+\S*|\uFFFD)$/, '')}…`
}

/** The item a page is about, if it is about one. */
export function thingOf(
  match: PageMatch,
): { readonly kind: 'film' | 'channel' | 'person' | 'collection' | 'news'; readonly id: number } | null {
  const id = Number(match.params['id'])
  if (match.name === 'movie') return { kind: 'film', id }
  if (match.name === 'person' || match.name === 'collection')
    return { kind: match.name, id: Number(match.params['provider']) }
  if (match.name === 'newsItem') return { kind: 'news', id }
  return match.name === 'channel' || match.name === 'tvArchive' ? { kind: 'channel', id } : null
}

/** Hidden from search engines: personal or temporary pages, and our own search. */
const unlistedPages: ReadonlySet<PageName> = new Set([
  'login',
  'search',
  'link',
  'password',
  'tvArchive',
  'recordedTitle',
  'notifications',
  'notification',
])

/** Whether search engines may index a page of this name, whatever it is about. */
export function isListedPage(name: PageName): boolean {
  return !pages[name].private && !unlistedPages.has(name)
}

/** Lists whose further pages have their own addresses. */
const pagedPages: ReadonlySet<PageName> = new Set([
  'newMovies',
  'serials',
  'kids',
  'uzbek',
  'uzbekList',
  'news',
])

/**
 * The addresses of a page: its own, in the language it is shown in, and the same in each language. Only the page
 * number of the query belongs to it; filters and tracking parameters make no other page.
 */
export function addressesOf(match: PageMatch, address: string, language: Language) {
  const bare = textPath(address)
  const pageParam = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? '').get('page') ?? ''
  const query =
    pagedPages.has(match.name) && /^[1-9]\d{0,4}$/.test(pageParam) && pageParam !== '1'
      ? `?page=${pageParam}`
      : ''
  const ru = bare + query
  const uz = `/uz${bare === '/' ? '' : bare}${query}`
  return { own: language === 'uz' ? uz : ru, ru, uz }
}

/** The head of an existing page. `answers` are the questions shown on it. */
export function headOf(page: {
  readonly match: PageMatch
  readonly path: string
  readonly language: Language
  /** The name of the service. */
  readonly service: string
  readonly text: PageText
  readonly facts: HeadFacts | null
  readonly answers?: readonly { readonly question: string; readonly text: string }[]
}): PageHead {
  const { match, language, text, facts } = page
  const { own, ru, uz } = addressesOf(match, page.path, language)
  const isUnlisted = !isListedPage(match.name) || facts?.isUnlisted === true
  const structuredData = isUnlisted ? undefined : structuredOf({ ...page, own })
  return {
    status: 200,
    language,
    title: text.title,
    description: text.desc,
    canonicalPath: own,
    ...(isUnlisted ? { isUnlisted } : { alternates: { ru, uz, 'x-default': ru } }),
    ...(facts === null || facts.image === null ? {} : { image: facts.image }),
    ...(facts === null ? {} : { kind: ogKinds[facts.kind] }),
    ...(structuredData === undefined ? {} : { structuredData }),
  }
}

/** Open Graph types of a page's item. */
const ogKinds = {
  film: 'video.movie',
  series: 'video.tv_show',
  news: 'article',
  person: 'profile',
  channel: 'website',
  collection: 'website',
} as const

function structuredOf(page: Parameters<typeof headOf>[0] & { readonly own: string }): object | undefined {
  const { match, language, text, facts, own, service, answers = [] } = page
  const home = stepOf('home', language)
  if (match.name === 'home') return graphOf([webSite(language, own, service)])
  const thing = facts === null ? undefined : thingData(facts, own, language, service)
  const list = listAbove(match, facts)
  const above = list === undefined ? undefined : stepOf(list, language)
  const name = facts?.name ?? stepOf(match.name, language)?.name ?? withoutSuffix(text.title, ` · ${service}`)
  const steps = [home, above, { name, path: own }].filter((step) => step !== undefined)
  return graphOf([
    ...(thing === undefined ? [] : [thing]),
    breadcrumbs(steps),
    ...(answers.length === 0 ? [] : [faqPage(answers)]),
  ])
}

function withoutSuffix(text: string, suffix: string) {
  return text.endsWith(suffix) ? text.slice(0, -suffix.length) : text
}

/** The list page above this one. */
function listAbove(match: PageMatch, facts: HeadFacts | null): PageName | undefined {
  if (facts?.film !== undefined) return facts.film.list
  const above: Partial<Record<PageName, PageName>> = { channel: 'tv', newsItem: 'news', uzbekList: 'uzbek' }
  return above[match.name]
}

/** The head of a page that does not exist. */
export function notFoundHead(language: Language, service: string): PageHead {
  return {
    status: 404,
    language,
    title: `${language === 'ru' ? 'Страница не найдена' : 'Sahifa topilmadi'} · ${service}`,
    description: '',
  }
}

/** The page of an address, or null. Parsed again here so that a query or a broken escape cannot reach the table. */
export function pageOf(address: string): PageMatch | null {
  return matchPage(address.replace(/[?#].*$/, '').slice(0, 500))
}
