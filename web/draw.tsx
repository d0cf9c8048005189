/** Draws a page on the server, out of the same components as the browser's. Built apart, see `vite.config.ts`. */
import { renderToString } from 'react-dom/server'
import type { Language } from '#contract/form/failures.ts'
import { matchPage, type PageName } from '#contract/form/pages.ts'
import { App } from './app.tsx'
import { standingRouter, type Router } from '#web/router/create-router.ts'
import { screenAt } from './routes.tsx'
import { drawWith, type Question } from '#web/session/first-page.ts'

interface PageToDraw {
  readonly path: string
  readonly search: string
  readonly language: Language
  readonly nowSec: number
  readonly ask: (question: {
    readonly method: string
    readonly path: string
    readonly input: unknown
  }) => Promise<unknown>
}

interface DrawnPage {
  readonly body: string
  readonly preloads: string
  readonly data: string
}

/** A page whose answers ask for more answers is drawn once more; what is missing then, the browser asks for. */
const maxDrawings = 3

/** Pages that are nobody's first look at the site, or that show a guest next to nothing before he does something. */
const browserAlone: readonly PageName[] = ['login', 'search', 'channel', 'tvArchive', 'password']

/** What React leaves where a part of the page failed to be drawn: the browser draws that part anew, and says why. */
const failedMark = '<!--$!-->'

/** Draws the page as a guest sees it, or gives undefined when the browser draws it alone. */
export async function drawPage(page: PageToDraw): Promise<DrawnPage | undefined> {
  const match = matchPage(page.path)
  if (match !== null && (match.page.private || browserAlone.includes(match.name))) return undefined
  const location = { pathname: page.path, search: page.search, hash: '', state: null, key: 'default' }
  const router = standingRouter(location, await screenAt(page.path))
  const answers: Record<string, unknown> = {}
  let drawn = draw(page, answers, router)
  for (let count = 1; count < maxDrawings && drawn.questions.length > 0; count++) {
    const result = await askAll(page, drawn.questions)
    if (result.length === 0) break
    for (const [key, data] of result) answers[key] = data
    drawn = draw(page, answers, router)
  }
  if (drawn.html.includes(failedMark)) throw new Error('a part of the page failed to be drawn')
  const { preloads, body } = inPlace(drawn.html)
  return { body, preloads, data: asScriptText({ language: page.language, nowSec: page.nowSec, answers }) }
}

function draw({ language, nowSec }: PageToDraw, answers: Readonly<Record<string, unknown>>, router: Router) {
  return drawWith({ language, nowSec, answers }, () => renderToString(<App router={router} />))
}

async function askAll({ ask }: PageToDraw, questions: readonly Question[]): Promise<[string, unknown][]> {
  const pairs = await Promise.all(
    questions.map(async ({ key, endpoint: { method, path }, input, outline }): Promise<[string, unknown]> => {
      const data = await ask({ method, path, input })
      return [key, data === undefined || outline === undefined ? data : outline(data)]
    }),
  )
  return pairs.filter(([, data]) => data !== undefined)
}

/**
 * React writes what should be fetched first at the start of what it draws; the head is a better place. It names every
 * picture that is not lazy: only the one that the first screen waits for may go before the page's own code.
 */
function inPlace(html: string): Pick<DrawnPage, 'body' | 'preloads'> {
  const all = /^(?:<link rel="preload"[^>]*>)*/.exec(html)?.[0] ?? ''
  const preloads = all.match(/<link[^>]*fetchPriority="high"[^>]*>/g) ?? []
  // The policy of the page forbids inline styles; its script puts these where they belong (`index.html`).
  const body = html.slice(all.length).replaceAll(/(<[a-z][^<>]*?) style="/g, '$1 data-style="')
  return { preloads: preloads.join(''), body }
}

/** Neither `</script` nor `<!--` can stand in it. */
function asScriptText(value: unknown) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
