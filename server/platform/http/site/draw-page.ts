import type { Language } from '#contract/form/failures.ts'

/** A page to be drawn for a guest. */
export interface PageToDraw {
  /** Without query. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
  readonly language: Language
  readonly nowSec: number
  /** The answer to a question of the page, or undefined when it has to be drawn without. */
  readonly ask: (question: {
    readonly method: string
    readonly path: string
    readonly input: unknown
  }) => Promise<unknown>
}

export interface DrawnPage {
  /** What stands in `#app`. */
  readonly body: string
  /** Elements for the head: pictures of the first screen, to be fetched before anything else. */
  readonly preloads: string
  /** What the browser's first drawing needs to know, as text for a script element of type `application/json`. */
  readonly data: string
}

/** Draws a page; undefined for one that only a browser draws. Made of the web client's own components. */
export type DrawPage = (page: PageToDraw) => Promise<DrawnPage | undefined>

/** The files that a page of the built client needs besides those of every page. */
export interface PageFiles {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}
