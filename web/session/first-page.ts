/**
 * The page as the server rendered it: for a guest, in one language, at one moment, from certain responses. The
 * browser's first render must produce exactly the same markup; what the server cannot know (a token, another clock)
 * is applied right after it.
 */
import type { Endpoint } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { nameService } from '#web/i18n/texts.ts'
import { appPackage } from '#web/state/app-package.ts'
import { noteServerTime } from './server/server-clock.ts'

/** The service's name in each language, and the address of its logo, '' for the built-in one. */
export interface ServiceLook {
  readonly name: Readonly<Record<Language, string>>
  readonly logo: string
}

export interface FirstPage {
  readonly language: Language
  readonly nowSec: number
  readonly service: ServiceLook
  /** For a document without scripts: what a browser loads later is drawn at once. */
  readonly isWhole?: boolean
  /** By the keys of `useCall`. */
  readonly responses: Readonly<Record<string, unknown>>
}

/** A request for which the render had no response. */
export interface NotedRequest {
  readonly key: string
  readonly endpoint: Endpoint
  readonly input: unknown
  /** Selects the part of the response that is rendered and embedded in the page; all of it when left out. */
  readonly outline?: (data: unknown) => unknown
}

let page: FirstPage | null = null
let notedRequests: Map<string, NotedRequest> | null = null

let service: ServiceLook | null = null

/** Of the page that the server sent; a packaged app has what its server said last (`stored-service.ts`). */
export function serviceLook(): ServiceLook {
  if (page !== null) return page.service
  service ??= sentService()
  return service
}

function sentService(): ServiceLook {
  const text = document.querySelector<HTMLMetaElement>('meta[name="service"]')?.content
  const name = appPackage()?.name ?? 'Ekran'
  return text === undefined ? { name: { ru: name, uz: name }, logo: '' } : (JSON.parse(text) as ServiceLook)
}

/** What a packaged app knows of its server; pages read it when they are rendered next. */
export function applyLook(look: ServiceLook): void {
  service = look
}

nameService((language) => serviceLook().name[language])

export function firstPage(): FirstPage | null {
  return page
}

let isHydrated = false
let isFresh = false

/**
 * In the browser, before the first render; responses older than their time limit have to be requested again. A slow
 * browser may need longer than that until React has hydrated the page, and has to render the same until then.
 */
export function hydrateFirstPage(first: FirstPage, freshMs: number): void {
  page = first
  isHydrated = false
  isFresh = true
  // A page that the browser cached long ago contains an old time: the first response corrects it.
  noteServerTime(first.nowSec * 1000)
  setTimeout(() => {
    isFresh = false
    forgetWhenDone()
  }, freshMs)
}

/** Called in an effect of the page's content: React has hydrated it. */
export function firstPageHydrated(): void {
  isHydrated = true
  forgetWhenDone()
}

function forgetWhenDone(): void {
  if (isFresh || !isHydrated) return
  page = null
  embedded = null
}

/**
 * On the server: renders with the responses of `first` and returns the markup and the other requests made. Rendering is
 * synchronous, so no other page can interfere.
 */
export function drawWith(
  first: FirstPage,
  draw: () => string,
): { readonly html: string; readonly questions: readonly NotedRequest[] } {
  page = first
  const request = (notedRequests = new Map<string, NotedRequest>())
  try {
    return { html: draw(), questions: [...request.values()] }
  } finally {
    page = null
    notedRequests = null
  }
}

/** Records a request while the server renders. */
export function noteRequest(question: NotedRequest): void {
  notedRequests?.set(question.key, question)
}

/** A guest uses the open counterpart of a viewer's endpoint; both return the same shape. */
function otherSpelling(key: string) {
  return key.replace('/noauth/', '/').replace('/portal/client/', '/')
}

let embedded: { readonly of: FirstPage; readonly bySpelling: ReadonlyMap<string, unknown> } | null = null

/**
 * A guest's response to a request, as embedded in the page. For a viewer it is shown until the viewer's own
 * response arrives, so that content does not disappear and come back.
 */
export function standIn(guestKey: string): unknown {
  if (page === null) return undefined
  if (embedded?.of !== page) {
    const pairs = Object.entries(page.responses).map(([key, data]) => [otherSpelling(key), data] as const)
    embedded = { of: page, bySpelling: new Map(pairs) }
  }
  return embedded.bySpelling.get(otherSpelling(guestKey))
}
