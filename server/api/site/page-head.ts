import { presentNews } from './present-site.ts'
import {
  chooseText,
  headOf,
  notFoundHead,
  pageOf,
  shortened,
  sitePaths,
  textOfThing,
  textPath,
  thingOf,
} from './page-rules.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import {
  findNewsItem,
  findAllPageTexts,
  findPageTexts,
  type InformationContent,
  serviceName,
  findInformationPage,
  type PageText,
  type PageTextPair,
} from '#server/site/site.ts'
import { findAppStores, type AppStoreDeps } from './app-stores.ts'
import { shownPage } from './service-words.ts'
import { builtInTexts } from './page-texts.ts'
import type { HeadFacts } from '#server/api/context/head-facts.ts'
import type { Language } from '#contract/form/failures.ts'
import { informationSlugs } from '#contract/site/information.ts'
import type { PageMatch } from '#contract/form/pages.ts'
import { showsUnrated } from '#server/api/context/unrated.ts'
import type { PageHead } from '#server/platform/http/site/page-html.ts'

export type PageHeadDeps = Pick<ApiContext, 'db' | 'heads' | 'contactsOf'> &
  AppStoreDeps &
  Uses<{ catalogue: 'now'; clock: 'nowMs'; service: 'of' }>

/** In which language a page is read, and on the site of which service. */
export interface PageReader {
  readonly language: Language
  readonly serviceId: number
}

/**
 * The head of the page at `path`; only the page number of the query counts. A language in the path takes precedence
 * over the requested one. Status 404 for an unknown path and for an item that does not exist. Addresses in it are
 * paths of the site.
 */
export async function pageHead(
  deps: PageHeadDeps,
  request: { readonly path: string } & PageReader,
): Promise<PageHead> {
  const match = pageOf(request.path)
  const { serviceId } = request
  const language = match?.language ?? request.language
  const service = serviceName(deps.service.of(serviceId), language)
  if (match === null) return notFoundHead(language, service)
  const facts = await factsOf(deps, match, { language, serviceId })
  if (facts === undefined) return notFoundHead(language, service)
  const page = await informationOf(deps, match, { language, serviceId })
  if (match.name === 'textPage' && page === undefined) return notFoundHead(language, service)
  const text = await textOf(deps, request.path, { language, serviceId }, page ?? facts)
  const responses = page?.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'answer' ? [block] : [])),
  )
  return headOf({
    ...request,
    match,
    language,
    service,
    text,
    facts,
    ...(responses === undefined ? {} : { answers: responses }),
  })
}

/** Title and description for a navigation inside the client (SEO-01). An unknown path gets those of `/`. */
export async function pageTitle(deps: PageHeadDeps, path: string, reader: PageReader): Promise<PageText> {
  const match = pageOf(path)
  const inPath = match?.language ?? reader.language
  const own = { ...reader, language: inPath }
  const facts = match === null ? null : await factsOf(deps, match, own)
  // What somebody wrote for the page of something is not said of what does not exist, or not for this viewer.
  if (facts === undefined) return textOf(deps, '/', own, null)
  const page = match === null ? undefined : await informationOf(deps, match, own)
  return textOf(deps, path, own, page ?? facts)
}

/**
 * Title and description of every page that is not about one item, and of every page an operator wrote texts for, by
 * path (SEO-01). A page whose address may start with a language is also listed under those addresses, in that
 * language.
 */
export async function pageTitles(
  deps: PageHeadDeps,
  { language, serviceId }: PageReader,
): Promise<Readonly<Record<string, PageText>>> {
  const written = await findAllPageTexts(deps.db)
  const titles: Record<string, PageText> = {}
  const addresses = new Set([...sitePaths(), ...Object.keys(builtInTexts), ...written.keys()])
  for (const path of addresses) {
    const match = pageOf(path)
    if (match === null) continue
    const inPath = match.language ?? language
    if ((await factsOf(deps, match, { language: inPath, serviceId })) === undefined) continue
    const page = await informationOf(deps, match, { language: inPath, serviceId })
    const service = serviceName(deps.service.of(serviceId), inPath)
    titles[path] = textAmong(written, path, inPath, page ?? null, service)
  }
  return titles
}

/** The text page at this path, if it is one. */
async function informationOf(
  deps: PageHeadDeps,
  { name, params }: PageMatch,
  { language, serviceId }: PageReader,
) {
  const slug = params['textName'] ?? informationSlugs.find((one) => one === name)
  if (slug === undefined) return undefined
  const [page, stores] = await Promise.all([findInformationPage(deps.db, slug), findAppStores(deps)])
  return page === undefined
    ? undefined
    : shownPage(
        { slug, texts: page },
        language,
        { contacts: deps.contactsOf(serviceId), stores },
        serviceName(deps.service.of(serviceId), language),
      )
}

async function textOf(
  { db, service }: Pick<PageHeadDeps, 'db' | 'service'>,
  address: string,
  { language, serviceId }: PageReader,
  about: HeadFacts | Pick<InformationContent, 'title' | 'lead'> | null,
): Promise<PageText> {
  const path = textPath(address)
  const written = await findPageTexts(db, [...new Set([path, '/'])])
  return textAmong(written, address, language, about, serviceName(service.of(serviceId), language))
}

function textAmong(
  written: ReadonlyMap<string, PageTextPair>,
  address: string,
  language: Language,
  about: HeadFacts | Pick<InformationContent, 'title' | 'lead'> | null,
  service: string,
): PageText {
  const path = textPath(address)
  // A detail page is named by its item, unless an operator wrote a text for exactly this page.
  if (about !== null && !written.has(path))
    return 'lead' in about
      ? { title: `${about.title} · ${service}`, desc: shortened(about.lead, 200) }
      : textOfThing(about, language, service)
  return chooseText(path, written, language, service)
}

async function factsOf(
  deps: PageHeadDeps,
  match: PageMatch,
  { language, serviceId }: PageReader,
): Promise<HeadFacts | null | undefined> {
  const thing = thingOf(match)
  if (thing === null) return null
  if (thing.kind === 'news') return newsHead(deps, thing.id, { language, serviceId })
  return deps.heads[thing.kind](thing.id, language)
}

async function newsHead(
  { db, catalogue, clock }: PageHeadDeps,
  newsId: number,
  { language, serviceId }: PageReader,
): Promise<HeadFacts | undefined> {
  const news = showsUnrated(catalogue) ? await findNewsItem(db, newsId, clock.nowMs(), serviceId) : undefined
  if (news === undefined) return undefined
  const { title, lead, image } = presentNews(news, language)
  return {
    name: title,
    description: lead,
    image: image === '' ? null : image,
    kind: 'news',
    publishedAtMs: Math.floor(news.publishedAtMs / 1000) * 1000,
  }
}
