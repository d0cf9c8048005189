/** A guest on a phone: a moving picture without an account, a place that survives the registration, a minute by a link. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { smsCentreAt } from '#tests/kit/emulators/sms-centre.ts'
import { pressIfNeeded, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { askAsGuest, playableFilm } from '#tests/kit/product/guest-films.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { clockOf, goesOn, recorded } from '#tests/kit/product/on-air.ts'

const screen = screens.find(({ phone }) => phone === true)
const phone = '+998907650101'
/** A recorded channel that is not open to guests. */
const lockedCid = 101
/** A separate network: requests of other tests from this machine do not count here. */
const homeNetwork = { 'x-forwarded-for': '198.51.100.71' }

let visitor: Visitor
beforeAll(async () => {
  if (screen === undefined) throw new Error('there is no screen of a phone')
  visitor = await visit(inject('product').url, screen)
  await visitor.page.context().setExtraHTTPHeaders(homeNetwork)
})
afterAll(() => visitor.leave())

function ask<Data>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Data> {
  return askAsGuest(inject('product').url, path, { ...homeNetwork, ...headers })
}

function playable(isFree: boolean) {
  return playableFilm(inject('product').url, isFree, homeNetwork)
}

describe('[GUEST-01] a guest with a phone', () => {
  it('sees a moving picture of a channel within three presses of the first visit', async () => {
    const { page } = visitor
    await page.goto('/')
    const tile = page.locator('main a[href*="/channel/"]').filter({ hasText: 'Бесплатно' }).first()
    await tile.click()
    expect(1 + (await pressIfNeeded(page))).toBeLessThanOrEqual(3)
    await waitUntilPlaying(page)
    await goesOn(page, 1)
  })

  it('plays a free film, and finds the place again on its page', async () => {
    const { page } = visitor
    const { vid } = await playable(true)
    await page.goto(`/movie/${vid}`)
    await page
      .locator('main')
      .getByRole('button', { name: /^Смотреть/ })
      .first()
      .click()
    await waitUntilPlaying(page)
    await page.keyboard.press('5')
    await expect.poll(() => position(page)).toBeGreaterThan(10)
    await goesOn(page, 1)
    await page.keyboard.press('Escape')
    await page
      .locator('main')
      .getByRole('button', { name: /^Продолжить с/ })
      .first()
      .waitFor()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Продолжить просмотр' }).first().waitFor()
  })

  it('registers, and the account has the place', async () => {
    const { page } = visitor
    const { vid } = await playable(true)
    await page.goto('/login?step=register')
    await page.getByLabel('Мобильный телефон').fill(phone.slice(4))
    await page.getByRole('checkbox').check()
    const centre = smsCentreAt(inject('product').smsCentreUrl)
    const afterSeq = (await centre.messages()).at(0)?.seq ?? 0
    await page.locator('main').getByRole('button', { name: 'Получить код' }).click()
    await page.getByLabel('Код из шести цифр').fill(await centre.latestCode(phone, { afterSeq }))
    await page.locator('input[name=password]').fill('anor pishdi 10')
    await page.locator('main').getByRole('button', { name: 'Создать аккаунт' }).click()
    await page.getByRole('heading', { name: 'Добро пожаловать!' }).waitFor()
    const stored = await page.evaluate(() => ({
      token: localStorage.getItem('token') ?? '',
      device: localStorage.getItem('device_uid') ?? '',
    }))
    const reported = async () => {
      const path = `/middleware/content/position/list?content_id=${vid}`
      const headers = { authorization: `Bearer ${stored.token}`, 'x-ekran-device': stored.device }
      const { positions } = await ask<{ positions: { item: readonly { position: number }[] } }>(path, headers)
      return positions.item[0]?.position ?? 0
    }
    await expect.poll(reported).toBeGreaterThan(10)
  })
})

describe('[GUEST-02] a link to a moment', () => {
  it('plays a minute of a film of a tariff for a guest, and then says how to go on', async () => {
    if (screen === undefined) throw new Error('there is no screen of a phone')
    const { url } = inject('product')
    const { token } = await logIn(url)
    const { vid, vfid } = await playable(false)
    const share = `/api/v1/moment/share?vid=${vid}&vfid=${vfid}&sec=3`
    const shared = await ask<{ token: string }>(share, { authorization: `Bearer ${token}` })
    const guest = await visit(url, screen)
    try {
      const { page } = guest
      await page.goto(`/movie/${vid}?watch=${vfid}&t=3&m=${shared.token}`)
      await pressIfNeeded(page)
      await waitUntilPlaying(page)
      await page.keyboard.press('9')
      const end = page.getByRole('group', { name: 'Минута закончилась' })
      await end.waitFor()
      expect(await end.getByRole('link', { name: 'Войти' }).getAttribute('href')).toContain('/login')
      expect(guest.problems).toEqual([])
    } finally {
      await guest.leave()
    }
  })

  it('plays a minute of a programme of the archive, which a viewer has shared from its page', async () => {
    const [desktop] = screens
    if (screen === undefined || desktop === undefined) throw new Error('there are no screens')
    const { url } = inject('product')
    const { token, storeScript } = await logIn(url)
    const { programme } = await recorded(url, token, lockedCid)
    const [viewer, guest] = [await visit(url, desktop), await visit(url, screen)]
    try {
      await viewer.page.addInitScript(storeScript)
      await viewer.page.goto(`/tvArchive/${lockedCid}/${programme.pid}`)
      await waitUntilPlaying(viewer.page)
      await goesOn(viewer.page, 2)
      const share = viewer.page.getByRole('button', { name: 'Поделиться этим моментом' })
      await viewer.page.locator('[data-player]').hover()
      await share.click()
      const address = viewer.page.getByRole('dialog', { name: 'Поделиться этим моментом' }).locator('input')
      const shared = await address.inputValue()
      expect(new URL(shared).pathname).toBe(`/tvArchive/${lockedCid}/${programme.pid}`)

      const { page } = guest
      await page.goto(shared)
      await pressIfNeeded(page)
      await waitUntilPlaying(page)
      await page.getByRole('heading', { level: 1, name: programme.title }).waitFor()
      // From the shared moment on: a few seconds have passed, not half of the minute.
      const sharedSec = Number(new URL(shared).searchParams.get('t'))
      expect((await clockOf(page)) - sharedSec).toBeLessThan(25)
      await page.evaluate(() => {
        const video = document.querySelector('video')
        if (video !== null) video.currentTime = video.duration - 2
      })
      await page.getByRole('group', { name: 'Минута закончилась' }).waitFor()
      expect([...viewer.problems, ...guest.problems]).toEqual([])
    } finally {
      await viewer.leave()
      await guest.leave()
    }
  })
})

function position(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
}
