/** A person with a browser: opens the running product and keeps what went wrong in the page. */
import { openBrowser } from '#tests/kit/chromium.ts'
import type { Page } from 'playwright-core'

export interface Visitor {
  readonly page: Page
  /** Errors of the page's scripts and requests that failed with 5xx, so far. */
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
  const page = await browser.context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  page.setDefaultTimeout(20_000)
  return { page, problems, leave: () => browser.close() }
}

/** After the site's own start, which clears a storage that it has never seen. */
const offerHasBeenMade = () =>
  addEventListener('DOMContentLoaded', () => {
    localStorage.setItem('ekran.promoShownAt', String(Date.now()))
  })
