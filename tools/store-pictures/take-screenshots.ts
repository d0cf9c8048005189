/** Screenshots of a running service, as the stores require them. */
import type { Page } from 'playwright-core'
import { pathOf } from '#contract/form/pages.ts'
import { openBrowser } from '#tests/kit/browser/chromium.ts'
import { encoded } from './draw-graphics.ts'
import type { ScreenshotSet, StoreLanguage, StorePage } from './store-list.ts'

/** What the pages show. */
export interface Shown {
  /** The address of the service, without a slash at its end. */
  readonly url: string
  /** Run before the page's own scripts: stores a session. '' for a guest. */
  readonly storeScript: string
  /** Null when none may be watched: a guest's set then has no channel. */
  readonly cid: number | null
  readonly vid: number
  /** What is searched for, in each language. */
  readonly queries: Readonly<Record<StoreLanguage, string>>
  /** The ids of the banners above the page, which a picture does without. */
  readonly closedBanners: readonly number[]
}

export interface Screenshot {
  readonly page: StorePage
  readonly bytes: Buffer
}

const pageLimitMs = 60_000
const videoLimitMs = 90_000

/** Takes the pages of one set in one language, one after another. */
export async function* takeScreenshots(
  set: ScreenshotSet,
  language: StoreLanguage,
  shown: Shown,
  pages: readonly StorePage[],
): AsyncGenerator<Screenshot> {
  const { width, height, scale, device } = set
  const browser = await openBrowser({
    ...{ width: width / scale, height: height / scale, scale, baseUrl: shown.url },
    phone: device !== 'television',
  })
  try {
    await browser.context.addInitScript(prepare, {
      ...{ language, isTelevision: device === 'television', closedBanners: shown.closedBanners },
    })
    if (shown.storeScript !== '') await browser.context.addInitScript({ content: shown.storeScript })
    for (const name of pages) {
      if (name === 'channel' && shown.cid === null) continue
      const page = await browser.context.newPage()
      page.setDefaultTimeout(pageLimitMs)
      await page.goto(pathFor(name, language, shown))
      await settle(page, name)
      yield { page: name, bytes: await encoded(await page.screenshot(), set) }
      await page.close()
    }
  } finally {
    await browser.close()
  }
}

function pathFor(name: StorePage, language: StoreLanguage, { cid, vid, queries }: Shown): string {
  const paths: Readonly<Record<StorePage, string>> = {
    home: pathOf('home'),
    channel: pathOf('channel', { id: cid ?? 0 }),
    film: pathOf('movie', { id: vid }),
    guide: `${pathOf('tv')}?view=guide`,
    search: `${pathOf('search')}?q=${encodeURIComponent(queries[language])}`,
  }
  return paths[name]
}

interface Prepared {
  readonly language: string
  readonly isTelevision: boolean
  readonly closedBanners: readonly number[]
}

/** Runs in the page, before its own scripts: its language and kind of device, without its offers. */
function prepare({ language, isTelevision, closedBanners }: Prepared): void {
  localStorage.setItem('check2', '1')
  localStorage.setItem('lang', language)
  localStorage.setItem('ekran.closedBanners', JSON.stringify(closedBanners))
  if (isTelevision) sessionStorage.setItem('tv', '1')
  addEventListener('DOMContentLoaded', () => localStorage.setItem('ekran.promoShownAt', String(Date.now())))
}

/** Waits until the page shows what it will show: its texts and pictures, and a moving video on a channel. */
async function settle(page: Page, name: StorePage): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(isComplete, null, { timeout: pageLimitMs, polling: 250 })
  if (name !== 'channel') return
  await page
    .waitForFunction(isPlaying, null, { timeout: videoLimitMs, polling: 250 })
    .catch((cause: unknown) => {
      throw new Error(`${page.url()} does not play`, { cause })
    })
}

/** Runs in the page. */
function isComplete(): boolean {
  const isSeen = (element: Element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  }
  const waiting = [...document.querySelectorAll('main [class*="skeleton"], main [aria-busy="true"]')]
  const pictures = [...document.querySelectorAll('img')]
  return (
    document.fonts.status === 'loaded' &&
    !waiting.some(isSeen) &&
    !pictures.some((picture) => isSeen(picture) && !(picture.complete && picture.naturalWidth > 0))
  )
}

/** Runs in the page. */
function isPlaying(): boolean {
  return [...document.querySelectorAll('video')].some((video) => !video.paused && video.currentTime > 2)
}
