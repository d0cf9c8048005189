/**
 * A browser that has no Media Source and plays HLS natively, as iPhones did until iOS 17: this Chromium plays HLS too,
 * and its Media Source is removed.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { logIn } from '#tests/kit/product/log-in.ts'
import { difference, look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { findFilm, packagingLimitMs } from '#tests/kit/product/demo-films.ts'
import { goesOn, playing, recorded } from '#tests/kit/product/on-air.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
let visitor: Visitor
let page: Page
let token = ''
const addresses: string[] = []

beforeAll(async () => {
  const session = await logIn(url)
  ;({ token } = session)
  visitor = await visit(url, { name: 'native', width: 1280, height: 800 })
  ;({ page } = visitor)
  await page.addInitScript(session.storeScript)
  await page.addInitScript(
    `Object.assign(globalThis, { MediaSource: undefined, ManagedMediaSource: undefined })`,
  )
  page.on('request', (request) => addresses.push(request.url()))
}, 120_000)
afterAll(() => visitor?.leave())

function source() {
  return page.evaluate(() => document.querySelector('video')?.src ?? '')
}

/** Runs an action that makes the video seek, and waits until the position is reached. */
async function seeks(act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    const stored = globalThis as { hasSought?: boolean }
    stored.hasSought = false
    document
      .querySelector('video')
      ?.addEventListener('seeked', () => (stored.hasSought = true), { once: true })
  })
  await act()
  await page.waitForFunction(() => (globalThis as { hasSought?: boolean }).hasSought)
}

describe('[TVSET-02] [PLAYER-06] without Media Source', () => {
  it('plays a live channel natively, with an address that is valid for hours', async () => {
    const [channel] = await playing(url, token, 1)
    const request = page.waitForResponse((answer) => answer.url().includes('/middleware/channel/url'))
    await page.goto(`/channel/${channel?.id}`)
    const before = await waitUntilPlaying(page)
    await goesOn(page, 2)
    expect(difference(before, await look(page))).toBeGreaterThan(0.2)
    expect(await source()).toMatch(/\/p\/.+\/live\/.+\/master\.m3u8$/)
    const { data } = (await (await request).json()) as { data: { expires_at: number } }
    expect(data.expires_at - Date.now() / 1000).toBeGreaterThan(5 * 3600)
    // The library used elsewhere is not even fetched.
    expect(addresses.filter((address) => /shaka-player/.test(address))).toEqual([])
  }, 120_000)

  it('[GUIDE-04] plays a recording from the requested moment', async () => {
    const channel = (await playing(url, token, 5)).at(-1)
    const { programme } = await recorded(url, token, channel?.id ?? 0)
    await page.goto(`/tvArchive/${programme.cid}/${programme.pid}?t=120`)
    await waitUntilPlaying(page)
    await goesOn(page, 1)
    const bar = page.locator('[role="slider"][aria-label="Перемотка"]')
    const at = Number(await bar.getAttribute('aria-valuenow')) - programme.begin_time
    expect(at).toBeGreaterThan(115)
    expect(at).toBeLessThan(180)
  }, 120_000)

  it(
    '[VIEW-01] plays a film, skips in it, reports its figures, and resumes where it was',
    async () => {
      const film = await findFilm(url, token)
      await page.goto(`/movie/${film.vid}?watch=${film.vfid}`)
      await waitUntilPlaying(page)
      await seeks(() =>
        page.evaluate(() => Object.assign(document.querySelector('video') ?? {}, { currentTime: 1 })),
      )
      await goesOn(page, 1)
      const before = (await look(page)).positionSec
      await seeks(() => page.keyboard.press('l'))
      // It plays on meanwhile, so only a lower bound is known.
      expect((await look(page)).positionSec).toBeGreaterThan(before + 9)
      await page.keyboard.press('i')
      const panel = page.locator('[data-player] [data-statistics]')
      await expect.poll(() => panel.innerText()).toMatch(/Картинка\s+\d{3,4} × \d{3,4}/)
      await page.keyboard.press('k')
      await expect.poll(async () => (await look(page)).paused).toBe(true)
      const left = (await look(page)).positionSec
      await page.goto('/movies')
      await page.goto(`/movie/${film.vid}?watch=${film.vfid}`)
      await waitUntilPlaying(page)
      expect((await look(page)).positionSec).toBeGreaterThan(left - 8)
    },
    180_000 + packagingLimitMs,
  )

  it(
    '[PLAYER-06] continues with a new address at the same position when the old one is rejected',
    async () => {
      const film = await findFilm(url, token)
      await page.goto(`/movie/${film.vid}?watch=${film.vfid}`)
      await waitUntilPlaying(page)
      await page.evaluate(() => {
        const video = document.querySelector('video')
        if (video === null) return
        const good = video.src
        video.src = good.replace(/\/p\/[^/]+/, '/p/ended')
      })
      await expect.poll(source).not.toContain('/p/ended')
      await waitUntilPlaying(page)
      expect(await page.locator('[data-problem]').count()).toBe(0)
    },
    120_000 + packagingLimitMs,
  )
})
