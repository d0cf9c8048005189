/** A person with a browser: opens the running product and records the page's errors. */
import { openBrowser } from './chromium.ts'
import type { Page } from 'playwright-core'

export interface Visitor {
  readonly page: Page
  /** Script errors of the page and server failures so far; "too busy" (503) is a valid response, and pages retry. */
  readonly problems: readonly string[]
  leave(): Promise<void>
}

export interface Screen {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly phone?: boolean
  /** Another name of the browser than its own. */
  readonly userAgent?: string
}

export const screens: readonly Screen[] = [
  { name: 'desktop 1440', width: 1440, height: 900 },
  { name: 'phone 390', width: 390, height: 844, phone: true },
]

/**
 * `isNew`: a visitor who has not seen the offer yet; it would cover whatever else a journey tests. `serviceWorker`: the
 * site may be opened without a network.
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

/** As a link of the page would: the router handles the press, no page is loaded. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

/**
 * A page rendered by the server is visible before its client is ready: an earlier press does nothing yet, or causes a
 * full page load. A journey that opens a page here continues once it is interactive.
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

/** React has hydrated the page; one that is not the site's has nothing to wait for. */
function isAlive() {
  const app = document.getElementById('app')
  return app === null || Object.keys(app).some((key) => key.startsWith('__reactContainer'))
}

/** After the site's own start, which clears a storage that this version has never used. */
function offerHasBeenMade() {
  return addEventListener('DOMContentLoaded', () => {
    localStorage.setItem('ekran.promoShownAt', String(Date.now()))
  })
}
