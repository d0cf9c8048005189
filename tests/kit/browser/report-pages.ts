/** For journeys: after a test that failed, what its browsers showed at that moment. */
import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { openPages } from './chromium.ts'

/** A page that no longer responds must not hold up the run. */
const limitMs = 5000
const shownCharacters = 600

beforeEach(({ onTestFailed }) => {
  onTestFailed(async ({ task }) => {
    const pages = await Promise.all(openPages().map(describePage))
    if (pages.length > 0) console.log(`What was open when “${task.name}” failed:\n${pages.join('\n')}`)
  })
})

/** The page's address and what a person would read on it, without the page's query: it may contain secrets. */
async function describePage(page: Page): Promise<string> {
  const { origin, pathname } = new URL(page.url())
  const address = origin === 'null' ? page.url() : pathname
  const seen = page
    .evaluate(() => ({
      text: document.body.innerText.replaceAll(/\s+/g, ' '),
      videos: Array.from(document.querySelectorAll('video'), ({ currentTime, readyState, paused }) => ({
        currentTime,
        readyState,
        paused,
      })),
    }))
    .then(({ text, videos }) => `${JSON.stringify(videos)} ${text.slice(0, shownCharacters)}`)
    .catch((error: unknown) => String(error))
  const late = new Promise<string>((resolve) => setTimeout(() => resolve('does not respond'), limitMs))
  return `  ${address}: ${await Promise.race([seen, late])}`
}
