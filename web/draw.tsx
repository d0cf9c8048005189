/** Renders a page on the server with the browser's components. A separate build, see `vite.config.ts`. */
import { renderToString } from 'react-dom/server'
import type { Language } from '#contract/form/failures.ts'
import { matchPage, type PageName } from '#contract/form/pages.ts'
import { App } from './app.tsx'
import { standingRouter, type Router } from '#web/router/create-router.ts'
import { screenAt } from './routes.tsx'
import { drawWith, type FirstPage, type NotedRequest } from '#web/session/first-page.ts'

interface PageToDraw {
  readonly path: string
  readonly search: string
  readonly language: Language
  readonly nowSec: number
  readonly service: FirstPage['service']
  readonly isWhole?: boolean
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

/**
 * A page whose responses lead to further requests is rendered once more; the browser requests what is missing
 * then.
 */
const maxDrawings = 3
const maxOfWhole = 8

/**
 * Pages that are never a visitor's first page, or that show a guest next to nothing before the first interaction.
 */
const browserAlone: readonly PageName[] = ['login', 'search', 'channel', 'tvArchive', 'password']

/** React's marker for a part that failed to render: the browser renders that part again and reports why. */
const failedMark = '<!--$!-->'

/** Renders the page as a guest sees it; returns undefined when only the browser renders it. */
export async function drawPage(page: PageToDraw): Promise<DrawnPage | undefined> {
  const match = matchPage(page.path)
  if (match !== null && (match.page.private || browserAlone.includes(match.name))) return undefined
  const location = { pathname: page.path, search: page.search, hash: '', state: null, key: 'default' }
  const router = standingRouter(location, await screenAt(page.path))
  const responses: Record<string, unknown> = {}
  let drawn = draw(page, responses, router)
  for (
    let count = 1;
    count < (page.isWhole === true ? maxOfWhole : maxDrawings) && drawn.questions.length > 0;
    count++
  ) {
    const result = await askAll(page, drawn.questions)
    if (result.length === 0) break
    for (const [key, data] of result) responses[key] = data
    drawn = draw(page, responses, router)
  }
  if (drawn.html.includes(failedMark)) throw new Error('a part of the page failed to render')
  const { preloads, body } = inPlace(drawn.html)
  return { body, preloads, data: asScriptText(firstOf(page, responses)) }
}

function firstOf(
  { language, nowSec, service, isWhole = false }: PageToDraw,
  responses: Readonly<Record<string, unknown>>,
): FirstPage {
  return { language, nowSec, service, responses, ...(isWhole ? { isWhole } : {}) }
}

function draw(page: PageToDraw, responses: Readonly<Record<string, unknown>>, router: Router) {
  return drawWith(firstOf(page, responses), () => renderToString(<App router={router} />))
}

async function askAll({ ask }: PageToDraw, questions: readonly NotedRequest[]): Promise<[string, unknown][]> {
  const pairs = await Promise.all(
    questions.map(async ({ key, endpoint: { method, path }, input, outline }): Promise<[string, unknown]> => {
      const data = await ask({ method, path, input })
      return [key, data === undefined || outline === undefined ? data : outline(data)]
    }),
  )
  return pairs.filter(([, data]) => data !== undefined)
}

/**
 * React writes preload links at the start of its output; they are moved to the head. It names every image that is
 * not lazy: only the one of the first screen may load before the page's own code.
 */
function inPlace(html: string): Pick<DrawnPage, 'body' | 'preloads'> {
  const all = /^(?:<link rel="preload"[^>]*>)*/.exec(html)?.[0] ?? ''
  const preloads = all.match(/<link[^>]*fetchPriority="high"[^>]*>/g) ?? []
  // The content policy forbids inline styles; a script applies these (`index.html`).
  const body = html.slice(all.length).replaceAll(/(<[a-z][^<>]*?) style="/g, '$1 data-style="')
  return { preloads: preloads.join(''), body }
}

/** Neither `</script` nor `<!--` can occur in it. */
function asScriptText(value: FirstPage) {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
