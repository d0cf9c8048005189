/**
 * The page as the server drew it: for a guest, in one language, at one moment, from certain responses. The
 * browser's first render must produce exactly the same markup; what the server cannot know (a token, another clock)
 * is applied right after it.
 */
import type { Endpoint } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { noteServerTime } from './server-clock.ts'

export interface FirstPage {
  readonly language: Language
  readonly nowSec: number
  /** By the keys of `useCall`. */
  readonly answers: Readonly<Record<string, unknown>>
}

/** A request for which the drawing had no response. */
export interface Question {
  readonly key: string
  readonly endpoint: Endpoint
  readonly input: unknown
  /** Selects the part of the response that is drawn and embedded in the page; all of it when left out. */
  readonly outline?: (data: unknown) => unknown
}

let page: FirstPage | null = null
let questions: Map<string, Question> | null = null

export function firstPage(): FirstPage | null {
  return page
}

/** In the browser, before the first render; responses older than their time limit have to be requested again. */
export function beginWith(first: FirstPage, freshMs: number): void {
  page = first
  // A page that the browser cached long ago contains an old time: the first response corrects it.
  noteServerTime(first.nowSec * 1000)
  setTimeout(() => {
    page = null
    brought = null
  }, freshMs)
}

/**
 * On the server: draws with the responses of `first` and returns the markup and the requests made besides. Drawing
 * is synchronous, so no other page can interfere.
 */
export function drawWith(
  first: FirstPage,
  draw: () => string,
): { readonly html: string; readonly questions: readonly Question[] } {
  page = first
  const request = (questions = new Map<string, Question>())
  try {
    return { html: draw(), questions: [...request.values()] }
  } finally {
    page = null
    questions = null
  }
}

/** Records a request while the server draws. */
export function noteQuestion(question: Question): void {
  questions?.set(question.key, question)
}

/** A guest uses the open counterpart of a viewer's endpoint; both return the same shape. */
function twin(key: string) {
  return key.replace('/noauth/', '/').replace('/portal/client/', '/')
}

let brought: { readonly of: FirstPage; readonly byTwin: ReadonlyMap<string, unknown> } | null = null

/**
 * A guest's response to a request, as embedded in the page. For a viewer it is shown until the viewer's own
 * response arrives, so that content does not disappear and come back.
 */
export function standIn(guestKey: string): unknown {
  if (page === null) return undefined
  if (brought?.of !== page) {
    const pairs = Object.entries(page.answers).map(([key, data]) => [twin(key), data] as const)
    brought = { of: page, byTwin: new Map(pairs) }
  }
  return brought.byTwin.get(twin(guestKey))
}
