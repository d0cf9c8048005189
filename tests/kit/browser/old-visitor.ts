/** A person with a browser of years ago; the parts of `visitor.ts` that its protocol has. */
import { expect } from 'vitest'
import { openOldBrowser, type OldBrowserOptions } from './old-chromium.ts'
import type { Devtools } from './devtools.ts'

export interface OldVisitor {
  readonly devtools: Devtools
  /** Script and console errors, failed requests, and server failures. */
  readonly problems: readonly string[]
  /** Opens a page of the site, and waits until it is complete. */
  open(path: string): Promise<void>
  /** `script` stores a session in the page's storage; this page is loaded again, and later ones are opened as a viewer. */
  logIn(script: string): Promise<void>
  /** Rejects with the page's text and the state of its videos when `work` rejects: an old engine leaves nothing else. */
  orReported(what: string, work: Promise<unknown>): Promise<void>
  leave(): Promise<void>
}

interface Thrown {
  readonly exceptionDetails: { readonly text: string; readonly exception?: { readonly description?: string } }
}
interface Said {
  readonly type: string
  readonly args: readonly { readonly value?: unknown; readonly description?: string }[]
}
interface Logged {
  readonly entry: { readonly level: string; readonly text: string; readonly url?: string }
}

interface Answered {
  readonly response: { readonly status: number; readonly url: string }
}

const isAnswer = /\/(?:middleware|api|payment|history)\//

export async function visitWithOld(origin: string, options: OldBrowserOptions): Promise<OldVisitor> {
  const { devtools, close } = await openOldBrowser(options)
  const problems: string[] = []
  devtools.on('Runtime.exceptionThrown', (params) => {
    const { text, exception } = (params as unknown as Thrown).exceptionDetails
    problems.push(`script: ${exception?.description ?? text}`)
  })
  devtools.on('Runtime.consoleAPICalled', (params) => {
    const { type, args } = params as unknown as Said
    if (type === 'error')
      problems.push(
        `console: ${args.map(({ value, description }) => description ?? String(value)).join(' ')}`,
      )
  })
  devtools.on('Log.entryAdded', (params) => {
    const { level, text, url = '' } = (params as unknown as Logged).entry
    // A request's response is the page's to judge; the page's own files must load.
    if (level === 'error' && !isAnswer.test(url)) problems.push(`${text} ${url}`)
  })
  devtools.on('Network.responseReceived', (params) => {
    const { status, url } = (params as unknown as Answered).response
    if (status >= 500) problems.push(`${status} ${url}`)
  })
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await devtools.send(`${domain}.enable`)
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `addEventListener('DOMContentLoaded',function(){if(location.protocol!=='about:')localStorage.setItem('ekran.promoShownAt',String(Date.now()))})`,
  })
  const orReported = async (what: string, work: Promise<unknown>) => {
    await work.catch(async (error: unknown) => {
      const report = await devtools.run(pageReport).catch(() => 'the page does not respond')
      throw new Error(`${what}: ${report}; ${problems.join('; ')}`, { cause: error })
    })
  }
  return {
    ...{ devtools, problems, orReported },
    open: async (path) => {
      await devtools.send('Page.navigate', { url: origin + path })
      await orReported(
        `${path} is not whole`,
        expect.poll(() => devtools.run(isWhole).catch(() => 'goes'), { timeout: 60_000 }).toBe('whole'),
      )
    },
    logIn: async (script) => {
      await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: script })
      await devtools.run(markDocument)
      await devtools.send('Page.reload')
      // A navigation to another fragment of the same document would cancel a reload under way.
      await orReported(
        'the page is not loaded again',
        expect.poll(() => devtools.run(isOtherDocument).catch(() => false), { timeout: 60_000 }).toBe(true),
      )
    },
    leave: async () => {
      // The page's last requests release its stream lease.
      await devtools.send('Page.navigate', { url: 'about:blank' }).catch(() => undefined)
      await close()
    },
  }
}

/** Runs in the page: React has hydrated it, it has its texts, and no visible part is being fetched. */
function isWhole() {
  const app = document.getElementById('app')
  if (document.readyState !== 'complete' || app === null) return 'comes'
  if (!Object.keys(app).some((key) => key.indexOf('__reactContainer') === 0)) return 'is drawn'
  if (document.querySelector('h1') === null) return 'has no heading'
  const waits = Array.from(document.querySelectorAll('main [class*="skeleton"]')).some((one) => {
    const { top, width } = one.getBoundingClientRect()
    return width > 0 && top < innerHeight
  })
  return waits ? 'waits' : 'whole'
}

/** Waits until a video of the page advances by a second. */
export async function untilVideoAdvances({ devtools, orReported }: OldVisitor): Promise<void> {
  const advances = async () => {
    await expect.poll(() => devtools.run(videoTime), { timeout: 60_000 }).toBeGreaterThan(0)
    const from = await devtools.run(videoTime)
    await expect.poll(() => devtools.run(videoTime)).toBeGreaterThan(from + 1)
  }
  await orReported('no video advances', advances())
}

/** Runs in the page. */
function markDocument() {
  ;(window as { isBeforeReload?: boolean }).isBeforeReload = true
}

/** Runs in the page: it is another document than the marked one, and complete. */
function isOtherDocument() {
  return (
    (window as { isBeforeReload?: boolean }).isBeforeReload !== true &&
    document.readyState === 'complete' &&
    localStorage.getItem('token') !== null
  )
}

/** Runs in the page. */
function videoTime() {
  const video = document.querySelector('video')
  return video === null || video.paused ? 0 : video.currentTime
}

/** Runs in the page. */
function pageReport() {
  const videos = Array.from(document.querySelectorAll('video')).map((video) => {
    const { currentTime, paused, readyState, networkState, buffered, error } = video
    const end = buffered.length === 0 ? 0 : buffered.end(buffered.length - 1)
    return { currentTime, paused, readyState, networkState, end, error: error === null ? 0 : error.code }
  })
  const main = document.querySelector('main')
  const fetched = performance.getEntriesByType('resource').slice(-8)
  return [
    location.href,
    JSON.stringify(videos),
    document.body.innerText.slice(0, 600),
    main === null ? '' : main.outerHTML.slice(0, 1500),
    fetched
      .map((one) => `${one.name.slice(0, 120)} ${Math.round(one.startTime + one.duration)} ms`)
      .join('\n'),
    `now ${Math.round(performance.now())} ms`,
  ].join('\n')
}
