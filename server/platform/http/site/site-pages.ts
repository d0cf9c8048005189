import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '#contract/form/failures.ts'
import { languageCookie } from '#contract/form/constants.ts'
import { matchPage } from '#contract/form/pages.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type ResponseBody, responseBody } from '#server/platform/http/endpoints/response-body.ts'
import { type CacheEntry, ResponseCache } from '#server/platform/http/endpoints/response-cache.ts'
import type { RequestAsGuest } from '#server/platform/http/endpoints/in-process-client.ts'
import type { DrawnPage, DrawPage, PageFiles } from './draw-page.ts'
import { languageOf } from '#server/platform/http/endpoints/language.ts'
import { withMediaOrigins } from './media-origins.ts'
import { type PageHead, pageHtml } from './page-html.ts'
import { type DrawnPreview, type PagePreview, previewText } from './preview-page.ts'
import { type SiteLook, styleOf } from './site-look.ts'
import type { Log } from '#server/platform/log/log.ts'

/** Returns the head data of a page; `path` has its query, `language` is the one chosen before. */
export type PageHeadOf = (path: string, language: Language, serviceId: number) => PageHead | Promise<PageHead>

/** What server-side rendering needs; without it browsers render all pages. */
export interface Drawing {
  readonly drawPage: DrawPage
  readonly ask: RequestAsGuest
  readonly clock: Clock
  readonly log: Log
}

export interface SitePagesOptions {
  /** The built page. */
  readonly html: string
  /** Page → its own files. */
  readonly files: Readonly<Record<string, PageFiles>>
  readonly pageHead: PageHeadOf
  /** What a service is called and looks like now. */
  readonly lookOf: (serviceId: number) => SiteLook
  readonly drawing: Drawing | undefined
}

/** The parts of a request that a page depends on. Never the client. */
export interface HistoryPage {
  /** Relative to the site's root, with its query. */
  readonly url: string
  /** The service whose host was requested. */
  readonly serviceId: number
  readonly language: Language
  readonly audience: string
  /** The site's address without a closing slash. */
  readonly origin: string
  /** The edges that the page may request media from; none when left out. */
  readonly mediaOrigins?: readonly string[]
  /** A television renders its page itself: its first screen differs. */
  readonly isTelevision: boolean
}

/** A finished page. */
export interface PageBody extends ResponseBody {
  readonly status: number
}

/** Seconds: changes drop pages at once; data that only ages (a programme's progress) may be this old. */
const keepMs = 30_000
const maxBytes = 40 * 1024 * 1024
/** Any client can invent queries and numbers: their pages have a separate cache, and replace no others. */
const maxBytesOfQueries = 8 * 1024 * 1024
/** A slower request is left to the browser. */
const askLimitMs = 1500
/** Rendering blocks the thread; more than this is rendered by browsers. */
const maxDrawings = 24
/** Previews of the console wait for each other, so that visitors do not wait for them. */
const [maxPreviews, maxWaitingPreviews] = [2, 8]
/** For pages with a query, per second: few visitors use such addresses, but their number is unlimited. */
const maxDrawingsOfQueries = 12
const longestQuery = 200

/** Campaign parameters make no other page; a token in an address must not be cached. */
const noDifference = /^(?:utm_.*|dealer_id|promo|fbclid|gclid|yclid|authkey|token)$/
/** The page itself checks again (`web/index.html`), because only the browser knows the viewer's choice. */
export const televisions = /Web0S|webOS|Tizen|SmartTV|SMART-TV|Android TV|GoogleTV|BRAVIA|AFT[A-Z]|CrKey/

/** The pages of the site, rendered for guests and cached: by address, language, audience. */
export class SitePages {
  readonly #options: SitePagesOptions
  readonly #plain: ResponseCache<PageBody>
  readonly #queries: ResponseCache<PageBody>
  readonly #nowMs: () => number
  #drawings = 0
  #previews = 0
  readonly #waitingPreviews: (() => void)[] = []
  #querySecond = { sec: 0, drawings: 0 }

  constructor(options: SitePagesOptions, nowMs: () => number = Date.now) {
    this.#options = options
    this.#nowMs = nowMs
    this.#plain = new ResponseCache<PageBody>(nowMs, maxBytes)
    this.#queries = new ResponseCache<PageBody>(nowMs, maxBytesOfQueries)
  }

  /** The page, cached or rendered now; one rendering for all concurrent requests. */
  async page(request: HistoryPage): Promise<PageBody> {
    const { path, search } = partsOf(request.url)
    const match = matchPage(path)
    const isPage = match !== null
    // All missing pages share one page.
    const place = isPage ? path + search : '404'
    const who = `${request.serviceId} ${request.language} ${request.audience} ${request.isTelevision}`
    const { mediaOrigins = [] } = request
    const key = `${who} ${request.origin} ${mediaOrigins.join(' ')} ${place}`
    // The owner of a notification is unknown here: there is a page for every number.
    const isEndless = search !== '' || match?.name === 'notification'
    const cache = isPage && isEndless ? this.#queries : this.#plain
    const stored = cache.fresh(key)
    if (stored !== undefined) return stored
    const made = await cache.get(key, keepMs, () => this.#make(request, path, search))
    return made.kind === 'shared' ? made.body : made.own
  }

  /** A page for a frame of the console, drawn now and not stored. */
  async preview(page: PagePreview, origin: string): Promise<DrawnPreview> {
    if (this.#waitingPreviews.length >= maxWaitingPreviews) return 'busy'
    if (this.#previews >= maxPreviews)
      await new Promise<void>((resolve) => this.#waitingPreviews.push(resolve))
    else this.#previews += 1
    try {
      return await this.#preview(page, origin)
    } finally {
      const next = this.#waitingPreviews.shift()
      if (next === undefined) this.#previews -= 1
      else next()
    }
  }

  async #preview(page: PagePreview, origin: string): Promise<DrawnPreview> {
    const { html, files, pageHead, lookOf, drawing } = this.#options
    const match = matchPage(page.path)
    if (drawing === undefined || match === null) return 'absent'
    if (this.#drawings >= maxDrawings) return 'busy'
    const { language, nowMs, path, serviceId } = page
    const service = lookOf(serviceId)
    this.#drawings += 1
    try {
      const drawn = await drawing.drawPage({
        ...{ path, search: '', language, nowSec: Math.floor(nowMs / 1000), isWhole: true },
        service: { name: service.name, logo: service.logo },
        ask: (question) => within(previewAnswer(page, drawing, question)),
      })
      if (drawn === undefined) return 'absent'
      const head = {
        ...(await pageHead(path, language, serviceId)),
        status: 200 as const,
        language,
        isUnlisted: true,
      }
      const own = { files: files[match.name], language }
      return {
        text: previewText(
          withDrawing(pageHtml(html, head, origin, service), drawn, own),
          page,
          styleOf(service),
        ),
      }
    } finally {
      this.#drawings -= 1
    }
  }

  /** Content changed: every page may show it. */
  forget(): void {
    this.#plain.forget()
    this.#queries.forget()
  }

  async #make(request: HistoryPage, path: string, search: string): Promise<CacheEntry<PageBody, PageBody>> {
    const { html, files, pageHead, lookOf } = this.#options
    const { serviceId } = request
    const match = matchPage(path)
    const head = await pageHead(path + search, request.language, serviceId)
    const isMissing = match !== null && head.status === 404
    const isLong = search.length > longestQuery
    const drawn =
      request.isTelevision || isMissing || isLong ? undefined : await this.#draw(request, path, search)
    const whole = withMediaOrigins(html, request.mediaOrigins ?? [])
    const text = withDrawing(pageHtml(whole, head, request.origin, lookOf(serviceId)), drawn ?? undefined, {
      files: match === null ? undefined : files[match.name],
      language: head.language,
    })
    const body = { ...(await responseBody(text, false)), status: head.status }
    // A page that could not be rendered may be rendered next time. The number of missing pages and long queries is
    // unlimited, and as they are not rendered there is nothing to cache.
    return drawn === null || isMissing || isLong ? { kind: 'own', own: body } : { kind: 'shared', body }
  }

  /**
   * Undefined for a page that browsers render, null when it could not be rendered. Never fails: the page is sent
   * unrendered.
   */
  async #draw(request: HistoryPage, path: string, search: string): Promise<DrawnPage | undefined | null> {
    const { drawing } = this.#options
    if (drawing === undefined) return undefined
    if (this.#drawings >= maxDrawings || (search !== '' && !this.#mayDrawQuery())) return null
    this.#drawings += 1
    const { drawPage, ask, clock, log } = drawing
    const { language, audience, serviceId } = request
    const look = this.#options.lookOf(serviceId)
    try {
      return await drawPage({
        path,
        search,
        language,
        nowSec: Math.floor(clock.nowMs() / 1000),
        service: { name: look.name, logo: look.logo },
        ask: (question) => within(ask({ ...question, language, audience, serviceId, requestId: 'page' })),
      })
    } catch (error) {
      log.error('pages.render_failed', { path, error })
      return null
    } finally {
      this.#drawings -= 1
    }
  }

  #mayDrawQuery(): boolean {
    const sec = Math.floor(this.#nowMs() / 1000)
    if (this.#querySecond.sec !== sec) this.#querySecond = { sec, drawings: 0 }
    this.#querySecond.drawings += 1
    return this.#querySecond.drawings <= maxDrawingsOfQueries
  }
}

/** The path, and the relevant part of the query. */
function partsOf(url: string): { readonly path: string; readonly search: string } {
  const [input = '/', ...rest] = url.split('?')
  // Extra slashes are ignored, and make no other page.
  const path = input.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  if (rest.length === 0) return { path, search: '' }
  const pairs = [...new URLSearchParams(rest.join('?'))].filter(([name]) => !noDifference.test(name))
  const text = new URLSearchParams(pairs).toString()
  return { path, search: text === '' ? '' : `?${text}` }
}

/**
 * The language of a page: from its address, else the one chosen on an earlier visit, else the service's own
 * (I18N-01). A
 * browser that prefers Uzbek gets an offer from the page.
 */
export function languageOfPage(
  url: string,
  headers: IncomingHttpHeaders,
  fallback: Language = 'ru',
): Language {
  const inAddress = /^\/(ru|uz)(?:[/?]|$)/.exec(url)?.[1]
  const chosen = new RegExp(`(?:^|;\\s*)${languageCookie}=(ru|uz)(?:;|$)`).exec(headers.cookie ?? '')?.[1]
  return languageOf(inAddress ?? chosen ?? fallback, undefined)
}

export function asksForTelevision(url: string, userAgent: string | undefined): boolean {
  return /[?&]tv=1(?:&|$)/.test(url) || televisions.test(userAgent ?? '')
}

async function previewAnswer(
  { answer, language, serviceId }: PagePreview,
  { ask }: Drawing,
  question: Parameters<PagePreview['answer']>[0],
): Promise<unknown> {
  const own = await answer(question)
  return own ?? ask({ ...question, language, audience: 'inside', serviceId, requestId: 'preview' })
}

async function within(answer: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, askLimitMs, undefined)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Where preloads and the rendered page are inserted into `web/index.html`. */
const firstMark = '<!--first-->'
/** Where the page's own files are inserted: an engine that is too old for them sees a comment there. */
const filesMark = '<!--files-->'
const place = '<div id="app"></div>'

function withDrawing(
  html: string,
  drawn: DrawnPage | undefined,
  { files, language }: { readonly files: PageFiles | undefined; readonly language: Language },
): string {
  const font = new RegExp(`<meta name="font-${language}" content="([^"]+)"`).exec(html)?.[1]
  const first = [
    drawn?.preloads ?? '',
    font === undefined ? '' : `<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`,
  ].join('')
  const own = [
    ...(files?.styles ?? []).map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...(files?.scripts ?? []).map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ].join('')
  const page = html.replace(firstMark, () => first).replace(filesMark, () => own)
  if (drawn === undefined) return page
  const data = `<script type="application/json" id="first-page">${drawn.data}</script>`
  return page.replace(place, () => `<div id="app">${drawn.body}</div>${data}`)
}
