import type { Language } from '#contract/form/failures.ts'

/** A page to render for a guest. */
export interface PageToDraw {
  /** Without query. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
  readonly language: Language
  readonly nowSec: number
  /** Its name in each language, and the address of its logo. */
  readonly service: { readonly name: Readonly<Record<Language, string>>; readonly logo: string }
  /** What browsers load later is rendered too: the document has no scripts. */
  readonly isWhole?: boolean
  /** The response to a request of the page, or undefined when it must be rendered without. */
  readonly ask: (question: {
    readonly method: string
    readonly path: string
    readonly input: unknown
  }) => Promise<unknown>
}

export interface DrawnPage {
  /** The content of `#app`. */
  readonly body: string
  /** Elements for the head: pictures of the first screen, to be fetched before anything else. */
  readonly preloads: string
  /** The data of the browser's first render, as text for a script element of type `application/json`. */
  readonly data: string
}

/** Renders a page; undefined for one that is only rendered in browsers. Uses the web client's own components. */
export type DrawPage = (page: PageToDraw) => Promise<DrawnPage | undefined>

/** The files that a page of the built client needs besides the common ones. */
export interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}
