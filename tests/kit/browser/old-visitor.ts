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
  /** `script` stores a session in the page's storage; later pages are opened as a viewer. */
  logIn(script: string): Promise<void>
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
  return {
    devtools,
    problems,
    open: async (path) => {
      await devtools.send('Page.navigate', { url: origin + path })
      await expect.poll(() => devtools.run(isWhole).catch(() => 'goes'), { timeout: 60_000 }).toBe('whole')
    },
    logIn: async (script) => {
      await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: script })
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
