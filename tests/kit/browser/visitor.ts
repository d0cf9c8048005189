/** A person with a browser: opens the running product and keeps what went wrong in the page. */
import { openBrowser } from './chromium.ts'
import type { Page } from 'playwright-core'

export interface Visitor {
  readonly page: Page
  /** Errors of the page's scripts and failures of the server, so far; "too busy" (503) is an answer, and pages ask again. */
  readonly problems: readonly string[]
  leave(): Promise<void>
}

export interface Screen {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly phone?: boolean
}

export const screens: readonly Screen[] = [
  { name: 'desktop 1440', width: 1440, height: 900 },
  { name: 'phone 390', width: 390, height: 844, phone: true },
]

/**
 * `isNew`: somebody who has not been made the offer yet; it would lie over whatever else a journey is about.
 * `serviceWorker`: the site may be opened without a network.
 */
export async function visit(
  baseUrl: string,
  screen: Screen,
  {
    isNew = false,
    serviceWorker = false,
  }: { readonly isNew?: boolean; readonly serviceWorker?: boolean } = {},
): Promise<Visitor> {
  const browser = await openBrowser({ ...screen, baseUrl, serviceWorker })
  if (!isNew) await browser.context.addInitScript(offerHasBeenMade)
  browser.context.on('page', beAliveWhenOpened)
  const page = await browser.context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500 && response.status() !== 503)
      problems.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  page.setDefaultTimeout(60_000)
  return { page, problems, leave: () => browser.close() }
}

/** As a link of the page would: the router takes the press, nothing is loaded anew. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

/**
 * A page that the server drew is there before its client is: what is pressed in between does nothing yet, or leads to a
 * page read anew. Whoever opens a page here goes on when it answers.
 */
function beAliveWhenOpened(page: Page): void {
  const [open, again] = [page.goto.bind(page), page.reload.bind(page)]
  const alive = () =>
    page.waitForFunction(isAlive, null, { timeout: 60_000, polling: 50 }).catch(() => undefined)
  page.goto = async (address, options) => {
    const response = await open(address, options)
    await alive()
    return response
  }
  page.reload = async (options) => {
    const response = await again(options)
    await alive()
    return response
  }
}

/** React has taken the page; one that is not the site's has nothing to wait for. */
function isAlive() {
  const app = document.getElementById('app')
  return app === null || Object.keys(app).some((key) => key.startsWith('__reactContainer'))
}

/** After the site's own start, which clears a storage that it has never seen. */
function offerHasBeenMade() {
  return addEventListener('DOMContentLoaded', () => {
    localStorage.setItem('ekran.promoShownAt', String(Date.now()))
  })
}
