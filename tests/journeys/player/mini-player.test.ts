/** What plays goes on while its viewer browses: the same element, without a gap in its sound. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { pathOf } from '#contract/form/pages.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { watchSound, type HeardSound } from '#tests/kit/player/continuous-sound.ts'
import { goesOn } from '#tests/kit/product/on-air.ts'
import { playableFilm } from '#tests/kit/product/guest-films.ts'
import { pressIfNeeded, waitUntilPlaying } from '#tests/kit/player/watching.ts'

/** A separate network: requests of other tests from this machine do not count here. */
const homeNetwork = { 'x-forwarded-for': '198.51.100.73' }

let visitor: Visitor
let page: Page
/** The paths of requests for an address and of releases of a stream. */
const streams: string[] = []
beforeAll(async () => {
  visitor = await visit(inject('product').url, { name: 'desktop', width: 1440, height: 900 })
  ;({ page } = visitor)
  await page.context().setExtraHTTPHeaders(homeNetwork)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/(url|stop)$/.test(pathname)) streams.push(pathname)
  })
})
afterAll(() => visitor.leave())

function mini() {
  return page.locator('[data-mini-player]')
}

/** Whether the page's only video is the one that was being heard. */
function isSameVideo(): Promise<boolean> {
  return page.evaluate(() => {
    const videos = document.querySelectorAll('video')
    return videos.length === 1 && videos[0]?.hasAttribute('data-heard') === true
  })
}

function heard(): Promise<HeardSound> {
  return page.evaluate(() => (window as unknown as { heard: () => HeardSound }).heard())
}

async function follow(path: string): Promise<void> {
  await page.locator(`header a[href$="${path}"]`).first().click()
  await page.waitForURL(`**${path}`)
}

/** From the full player of a film to another page and back; what was heard meanwhile. */
async function browse(full: string, path: string): Promise<HeardSound> {
  const before = await heard()
  await page.goBack()
  await mini().waitFor()
  expect(await isSameVideo()).toBe(true)
  await follow(path)
  await page.waitForTimeout(700)
  expect(await isSameVideo()).toBe(true)
  await mini()
    .getByRole('link', { name: /^Развернуть плеер/ })
    .click()
  await page.waitForURL(full)
  await mini().waitFor({ state: 'detached' })
  await page.locator('dialog[data-full-window] video').waitFor()
  await page.waitForTimeout(700)
  expect(await isSameVideo()).toBe(true)
  const after = await heard()
  expect(after.decodedBytes).toBeGreaterThan(before.decodedBytes)
  return after
}

/** No gap above a tenth of a second, neither of the position nor in the samples. */
function isContinuous(sound: HeardSound | undefined): boolean {
  return sound !== undefined && sound.longestLagMs < 100 && sound.longestSilenceMs < 100
}

describe('[ALIVE-03] the mini-player', () => {
  it('plays a film on while browsing, and in the full player again, without a gap in the sound', async () => {
    const { vid } = await playableFilm(inject('product').url, true, homeNetwork)
    await page.goto(`/movie/${vid}`)
    await page
      .locator('main')
      .getByRole('button', { name: /^Смотреть/ })
      .first()
      .click()
    await waitUntilPlaying(page)
    const full = page.url()
    await page.evaluate(watchSound)
    // Listening itself interrupts the sound once, at its beginning.
    await page.waitForTimeout(2_000)
    await heard()
    streams.length = 0

    const rounds: HeardSound[] = []
    for (const path of [pathOf('tv'), pathOf('newMovies'), pathOf('tv')]) {
      rounds.push(await browse(full, path))
      if (isContinuous(rounds.at(-1))) break
    }
    // What a move itself interrupted would be interrupted in every round; a busy machine is not busy in all of them.
    expect(rounds.some(isContinuous), JSON.stringify(rounds)).toBe(true)
    expect(rounds.flatMap(({ events }) => events).filter((name) => name !== 'waiting')).toEqual([])
    // One stream throughout: nothing was requested again and nothing released.
    expect(streams).toEqual([])
  }, 120_000)

  it('ends with the cross, gives way to another video, and stays away where the viewer turned it off', async () => {
    await page.goto('/')
    const channels = page.locator('main a[href*="/channel/"]').filter({ hasText: 'Бесплатно' })
    await channels.first().click()
    await waitUntilPlaying(page)
    await page.evaluate(() => document.querySelector('video')?.setAttribute('data-heard', ''))
    await follow(pathOf('tv'))
    await mini().waitFor()
    await mini().getByRole('button', { name: 'Закрыть мини-плеер' }).click()
    await mini().waitFor({ state: 'detached' })
    expect(await page.locator('video').count()).toBe(0)

    await page.goBack()
    await waitUntilPlaying(page)
    await page.goBack()
    await mini().waitFor()
    await channels.nth(1).click()
    await mini().waitFor({ state: 'detached' })
    await waitUntilPlaying(page)
    expect(await page.locator('video').count()).toBe(1)

    await page.evaluate(() => localStorage.setItem('ekran.mini', 'off'))
    await page.reload()
    await waitUntilPlaying(page)
    await follow(pathOf('tv'))
    await page.locator('video').waitFor({ state: 'detached' })
    expect(await mini().count()).toBe(0)
    expect(visitor.problems).toEqual([])
  }, 120_000)
})

describe('[ALIVE-03] the mini-player of a phone', () => {
  it('docks above the menu, plays on, covers nothing of it, and opens the full player', async () => {
    const phone = screens.find((screen) => screen.phone === true)
    if (phone === undefined) throw new Error('there is no screen of a phone')
    const holder = await visit(inject('product').url, phone)
    try {
      await holder.page.context().setExtraHTTPHeaders(homeNetwork)
      await holder.page.goto('/')
      const tile = holder.page.locator('main a[href*="/channel/"]').filter({ hasText: 'Бесплатно' }).first()
      // A press before that opens the page as any link does, and nothing could play on after it.
      await expect
        .poll(() => tile.evaluate((link) => Object.keys(link).some((key) => key.startsWith('__reactProps'))))
        .toBe(true)
      await tile.click()
      await pressIfNeeded(holder.page)
      await waitUntilPlaying(holder.page)
      await holder.page.goBack()
      const dock = holder.page.locator('[data-mini-player]')
      await dock.waitFor()
      await goesOn(holder.page, 1)
      const [dockBox, menuBox] = [
        await dock.boundingBox(),
        await holder.page.locator('nav:has(a[href$="/tv"])').last().boundingBox(),
      ]
      if (dockBox === null || menuBox === null) throw new Error('the dock or the menu is not shown')
      expect(dockBox.y + dockBox.height).toBeLessThanOrEqual(menuBox.y)
      // Less than a quarter of the screen, and nothing beside it.
      expect(dockBox.height).toBeLessThan(phone.height / 4)
      expect(dockBox.x + dockBox.width).toBeLessThanOrEqual(phone.width)
      await dock.getByRole('link', { name: /^Развернуть плеер/ }).click()
      await dock.waitFor({ state: 'detached' })
      await goesOn(holder.page, 1)
      expect(holder.problems).toEqual([])
    } finally {
      await holder.leave()
    }
  }, 120_000)
})
