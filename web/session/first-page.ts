/**
 * The page as the server first drew it: for a guest, in one language, at one moment, with the answers it was drawn
 * from. The browser's first drawing has to be the same to the letter; what the server cannot know (a token, another
 * clock) comes right after it.
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

/** A question that a drawing had no answer to. */
export interface Question {
  readonly key: string
  readonly endpoint: Endpoint
  readonly input: unknown
  /** What of the answer the page is drawn with and brings along; all of it when left out. */
  readonly outline?: (data: unknown) => unknown
}

let page: FirstPage | null = null
let questions: Map<string, Question> | null = null

export function firstPage(): FirstPage | null {
  return page
}

/** In the browser, before the first drawing; what is older than its answers may be has to be asked anew. */
export function beginWith(first: FirstPage, freshMs: number): void {
  page = first
  // A page that a browser kept for long tells an old time: the first answer puts that right.
  noteServerTime(first.nowSec * 1000)
  setTimeout(() => {
    page = null
    brought = null
  }, freshMs)
}

/**
 * On the server: draws with the answers of `first` and gives what was drawn and what was asked besides. Drawing is
 * done in one go, so no other page can come in between.
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

/** While the server draws: remembers that this was asked. */
export function noteQuestion(question: Question): void {
  questions?.set(question.key, question)
}

/** A guest asks the open twin of a viewer's call; both answer the same question in the same shape. */
function twin(key: string) {
  return key.replace('/noauth/', '/').replace('/portal/client/', '/')
}

let brought: { readonly of: FirstPage; readonly byTwin: ReadonlyMap<string, unknown> } | null = null

/**
 * What a guest is answered to a question, as the page brought it along. For a viewer it stands in until his own
 * answer is there, so that nothing is taken away that will be there again.
 */
export function standIn(guestKey: string): unknown {
  if (page === null) return undefined
  if (brought?.of !== page) {
    const pairs = Object.entries(page.answers).map(([key, data]) => [twin(key), data] as const)
    brought = { of: page, byTwin: new Map(pairs) }
  }
  return brought.byTwin.get(twin(guestKey))
}
