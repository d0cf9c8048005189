/**
 * Casting over Google Cast, in two real browsers: the page of a viewer, and the page that the television opens. Google's
 * frameworks are replaced by doubles (`tests/kit/cast`), everything else is the product.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { CastNetwork } from '#tests/kit/cast/cast-network.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { findFilm, packagingLimitMs } from '#tests/kit/product/demo-films.ts'
import { addViewer } from '#tests/kit/product/add-viewer.ts'
import { operate } from '#tests/kit/product/command-line.ts'
import { clockOf, fetchData, goesOn, playing } from '#tests/kit/product/on-air.ts'

const { url } = inject('product')
/** A tariff of the demo with films and channels. */
const tariffId = 58

let network: CastNetwork
let visitor: Visitor
let page: Page
let token = ''

interface Device {
  readonly device_id: number
  readonly model: string
  readonly kind: string
}

async function devices(): Promise<readonly Device[]> {
  const { data } = await fetchData<{ devices: { item: readonly Device[] } }>(
    url,
    '/middleware/account/device/list',
    token,
  )
  return data.devices.item
}

async function streams(): Promise<readonly { readonly stream_id: string }[]> {
  const { data } = await fetchData<{ streams: { item: readonly { stream_id: string }[] } }>(
    url,
    '/middleware/stream/list',
    token,
  )
  return data.streams.item
}

beforeAll(async () => {
  // Codes of televisions are limited by account, and other tests have used up those of the demo's.
  const viewer = await addViewer(url, { hasPhone: true })
  ;({ token } = viewer)
  const code = `CAST-${viewer.abonement}`
  const terms = ['--tariff', String(tariffId), '--days', '3', '--name-ru', 'Показ', '--name-uz', 'Koʻrsatish']
  await operate('promo', 'add', code, ...terms)
  const activated = await fetchData(url, '/middleware/promo/activate', token, { code })
  invariant(activated.failure === undefined, `the tariff was not connected: ${activated.failure}`)
  network = new CastNetwork(url)
  visitor = await visit(url, { name: 'computer', width: 1280, height: 800 })
  ;({ page } = visitor)
  await page.addInitScript(viewer.storeScript)
  await network.addSender(page)
})
afterAll(async () => {
  await network?.close()
  await visitor?.leave()
})

const player = () => page.locator('[data-player]')
const card = () => page.locator('[data-cast]')

/** The controls hide by themselves, and appear again whenever the mouse moves. */
async function chooseTelevision(): Promise<void> {
  await expect
    .poll(async () => {
      await page.mouse.move(600, 300)
      await page.mouse.move(620, 310)
      const button = player().getByRole('button', { name: 'Показать на телевизоре' })
      return button.click({ timeout: 3000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
}

describe('casting to a television', () => {
  it(
    'plays a film there from the position here; pause and seek work, and the position is mirrored',
    async () => {
      const film = await findFilm(url, token)
      await page.goto(`/movie/${film.vid}?watch=${film.vfid}`)
      await waitUntilPlaying(page)
      await page.keyboard.press('l')
      await goesOn(page, 1)
      const here = (await look(page)).positionSec
      expect(here).toBeGreaterThan(9)
      await chooseTelevision()
      await card().getByText('Воспроизводится: Гостиная').waitFor({ timeout: 90_000 })
      expect(network.appId).toBe('0A1B2C3D')
      const there = await waitUntilPlaying(network.television, 90_000)
      // A film resumes a few seconds before the position where it was left.
      expect(there.positionSec).toBeGreaterThan(here - 9)
      await goesOn(network.television, 2)

      await card().getByText(film.film.name, { exact: true }).first().waitFor()
      await card().getByRole('button', { name: 'Пауза' }).click()
      await expect.poll(async () => (await look(network.television)).paused).toBe(true)
      await card()
        .getByText(/^На паузе/)
        .waitFor()
      const paused = (await look(network.television)).positionSec
      const line = card().getByRole('slider', { name: 'Перемотка на телевизоре' })
      const shown = async () => Number(await line.getAttribute('aria-valuenow'))
      expect(Math.abs((await shown()) - paused)).toBeLessThan(2)

      await card()
        .getByRole('button', { name: /^Вперёд на 10/ })
        .click()
      await expect.poll(async () => (await look(network.television)).positionSec).toBeGreaterThan(paused + 8)
      await expect.poll(shown).toBeGreaterThan(paused + 8)
      await card().getByRole('button', { name: 'Продолжить' }).click()
      await expect.poll(async () => (await look(network.television)).paused).toBe(false)
      await goesOn(network.television, 1)
    },
    240_000 + packagingLimitMs,
  )

  it('counts the television as one device with one stream, and gives it no token', async () => {
    const television = (await devices()).filter(({ model }) => model === 'Гостиная (Google Cast)')
    expect(television).toMatchObject([{ kind: 'tv' }])
    await expect.poll(async () => (await streams()).length).toBe(1)
    expect((await look(page)).positionSec).toBe(0)
    expect(network.said.join()).not.toContain(token)
    const [code] = network.said.flatMap((text) => /"code":"([\d-]+)"/.exec(text)?.[1] ?? [])
    invariant(code !== undefined, 'the television has sent a code')
    // Used up: nobody who listened can log another television in with it, or even look it up.
    for (const endpoint of ['look', 'decide?allow=1']) {
      const separator = endpoint.includes('?') ? '&' : '?'
      const path = `/middleware/account/tv/${endpoint}${separator}user_code=${code}`
      expect((await fetchData(url, path, token)).failure).toBe('wrong_user_code')
    }
  })

  it('is joined again by the page after a reload, and the film goes on there', async () => {
    const before = (await look(network.television)).positionSec
    await page.reload()
    await card().getByText('Воспроизводится: Гостиная').waitFor({ timeout: 90_000 })
    expect((await look(network.television)).positionSec).toBeGreaterThanOrEqual(before)
    // Until it has joined, the page plays by itself.
    await expect.poll(async () => (await streams()).length).toBe(1)
  })

  it('ends: the television logs out, and the film continues here at the position there', async () => {
    const { positionSec: there } = await look(network.television)
    await card().getByRole('button', { name: 'Остановить показ на телевизоре' }).click()
    await card().waitFor({ state: 'detached' })
    const here = await waitUntilPlaying(page)
    expect(here.positionSec).toBeGreaterThan(there - 2)
    expect(here.positionSec).toBeLessThan(there + 30)
    expect([network.isRunning, network.stops]).toEqual([false, 1])
    expect((await devices()).map(({ model }) => model)).not.toContain('Гостиная (Google Cast)')
    await expect.poll(async () => (await streams()).length).toBe(1)
  })

  it('plays a channel there, zaps to another, and returns to it here', async () => {
    const [first, second] = await playing(url, token, 2)
    invariant(first !== undefined && second !== undefined, 'two channels play')
    await page.goto(`/channel/${first.id}`)
    await waitUntilPlaying(page)
    await chooseTelevision()
    await card().getByText('Воспроизводится: Гостиная').waitFor({ timeout: 90_000 })
    await waitUntilPlaying(network.television, 90_000)
    await goesOn(network.television, 2)
    await card().getByText(first.name, { exact: true }).waitFor()
    await card().getByText('В эфире').waitFor()

    await page.locator('#channel-panel').getByText(second.name).first().click()
    await network.television.waitForURL(`**/channel/${second.id}`)
    await waitUntilPlaying(network.television, 90_000)
    await goesOn(network.television, 1)
    await card().getByText(second.name, { exact: true }).waitFor()

    await card().getByRole('button', { name: 'Пауза' }).click()
    await expect.poll(async () => (await look(network.television)).paused).toBe(true)
    await card().getByRole('button', { name: 'Продолжить' }).click()
    await expect.poll(async () => (await look(network.television)).paused).toBe(false)
    await card().getByRole('button', { name: 'Остановить показ на телевизоре' }).click()
    await waitUntilPlaying(page)
    expect(new URL(page.url()).pathname).toBe(`/channel/${second.id}`)
    await expect.poll(async () => Date.now() / 1000 - (await clockOf(page))).toBeLessThan(60)
  })

  it('leaves no login behind when the television is switched off', async () => {
    await chooseTelevision()
    await card().getByText('Воспроизводится: Гостиная').waitFor({ timeout: 90_000 })
    await network.shutDown()
    await expect
      .poll(async () => (await devices()).map(({ model }) => model))
      .not.toContain('Гостиная (Google Cast)')
  })

  it('has no button when there is no device, and nothing that the content policy refuses', async () => {
    await page.reload()
    await waitUntilPlaying(page)
    await network.setDevices([])
    await page.mouse.move(600, 300)
    await expect.poll(() => player().getByRole('button', { name: 'Показать на телевизоре' }).count()).toBe(0)
    expect(new Set(network.loaded)).toEqual(new Set(['cast_sender.js', 'cast_receiver_framework.js']))
    expect(network.refusals).toEqual([])
    expect(network.startOptions).toMatchObject({ skipPlayersLoad: true, disableIdleTimeout: true })
    expect(visitor.problems).toEqual([])
  })
})
