/**
 * A member of staff sees the site as a subscriber in a real Chromium: the favourites, a channel that plays, nothing that
 * can be changed, and nothing left of it but the audit. The tests are steps of one story.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Channel } from '#contract/channels/channels.ts'
import { isShownToSupport } from '#contract/form/support-views.ts'
import { createOwner, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { startTvSource, type TvSource } from '#tests/kit/media/tv-source.ts'
import { waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { addFreeViewer, loadFreeTariff } from '#tests/kit/product/free-viewer.ts'
import { countPictures, fetchData, playing } from '#tests/kit/product/on-air.ts'
import { allCalls } from '#tests/kit/product/request.ts'
import { findingsOf } from './every-screen.ts'

const abonement = '55500081'
let source: TvSource
let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let subscriber: string
let channel: Channel
let view: Page

beforeAll(async () => {
  source = await startTvSource()
  product = await startConsoleProduct()
  const list = join(product.dataDir, 'list.m3u')
  await writeFile(list, ['#EXTM3U', '#EXTINF:-1 tvg-chno="1",Futbol', source.url].join('\n'))
  await run('import', 'channels', list, '--record')
  await loadFreeTariff(product)
  subscriber = (await addFreeViewer(product, abonement)).token
  const [first] = await playing(product.url, subscriber, 1)
  if (first === undefined) throw new Error('no channel plays')
  channel = first
  const saved = await ask('/middleware/settings/save', { favorite_channel: channel.id })
  expect(saved.isGood).toBe(true)
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await source?.stop()
})

async function run(...words: readonly string[]): Promise<string> {
  const { code, errors, output } = await runCommand(words, '', product.dataDir)
  expect(code, errors).toBe(0)
  return output
}

function ask(path: string, body?: object) {
  return fetchData<Record<string, unknown>>(product.url, path, subscriber, body)
}

/** What the subscriber's own session sees of the account. */
async function ofSubscriber() {
  const paths = ['account/device/list', 'stream/list', 'video/viewed', 'content/position/list?content_id=1']
  const [devices, ...others] = await Promise.all(paths.map((path) => ask(`/middleware/${path}`)))
  // The own requests of this test are a use of the own device.
  return [
    JSON.stringify(devices?.data).replaceAll(/"last_seen_at":\d+/g, ''),
    ...others.map(({ data }) => data),
  ]
}

async function look(name: string, page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const folder = process.env['LOOK_AT']
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

describe('[CARE-04] the site as a subscriber sees it', () => {
  it('is opened from the card, with a reason, in a tab of its own', async () => {
    const { page } = owner
    await page.goto('/console/subscribers/1')
    await page.getByRole('button', { name: 'Посмотреть глазами абонента' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Посмотреть глазами абонента' })
    await dialog.getByRole('button', { name: 'Продолжить' }).click()
    await dialog.getByLabel('Причина').fill('Не видит избранное')
    await look('see-as-form', page)
    expect(await findingsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Продолжить' }).click()
    const tab = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: 'Открыть сайт' }).click()
    view = await tab
    await view.addInitScript(countPictures)
    await view.getByRole('region', { name: /Вы видите Ekran глазами абонента/ }).waitFor()
    await view.getByText(/осталось 1[45]:\d\d/).waitFor()
    expect(view.url()).not.toContain('#')
    await look('see-as-home', view)
  })

  it('shows the favourites, and changes none of them', async () => {
    await view.goto('/tv')
    const heart = view.getByRole('button', { name: /Убрать из избранного/ }).first()
    await view.goto(`/channel/${channel.id}`)
    await waitUntilPlaying(view)
    await look('see-as-channel', view)
    await heart.click()
    await view.getByText('Это просмотр для поддержки').first().waitFor()
    await heart.waitFor()
    const list = await ask('/middleware/channel/list')
    expect(JSON.stringify(list.data)).toContain('"is_favorited":1')
  })

  it('shows its bar above a player that is full screen, and the player below it', async () => {
    const places = () =>
      view.evaluate(() => {
        const bar = document.querySelector('.support-bar')
        const box = bar?.getBoundingClientRect()
        const top = document.elementFromPoint(24, 12)
        const video = document.querySelector('[data-player] video')?.getBoundingClientRect()
        return {
          isFull: document.fullscreenElement !== null,
          isOnTop: bar?.contains(top) === true,
          isBelow: (video?.top ?? 0) >= (box?.bottom ?? Infinity),
        }
      })
    for (const width of [390, 1440]) {
      await view.setViewportSize({ width, height: 900 })
      await view.locator('[data-player]').first().hover()
      await view.keyboard.press('f')
      await expect.poll(places).toEqual({ isFull: true, isOnTop: true, isBelow: true })
      await view.keyboard.press('f')
      await expect.poll(places).toMatchObject({ isFull: false, isOnTop: true })
    }
  })

  it('opens no endpoint that changes something or gives a secret', async () => {
    const stored = await view.evaluate(() => [
      sessionStorage.getItem('token'),
      sessionStorage.getItem('device_uid'),
    ])
    const own = await view.evaluate(() =>
      [...Array(localStorage.length).keys()].map((at) => localStorage.key(at)),
    )
    expect(own).toContain('support-view')
    const before = await ofSubscriber()
    for (const { name, endpoint } of allCalls) {
      const sends = endpoint.changes && endpoint.method !== 'GET'
      const response = await fetch(product.url + endpoint.path.replaceAll(/\{\w+\}/g, '1'), {
        method: endpoint.method,
        headers: {
          ...{ authorization: `Bearer ${stored[0]}`, 'x-ekran-device': stored[1] ?? '' },
          ...(sends ? { 'content-type': 'application/json' } : {}),
        },
        ...(sends ? { body: '{}' } : {}),
      })
      const text = await response.text()
      if (endpoint.changes) expect(text, name).toContain('support_view_only')
      else if (!isShownToSupport(name, endpoint)) expect(text, name).toContain('support_view_hidden')
    }
    expect(await ofSubscriber()).toEqual(before)
  })

  it('is seen on the card and at the command line while it lasts, and ends from its bar', async () => {
    const { page } = owner
    await page.reload()
    await page.getByText(/^Вы, до /).waitFor()
    await look('see-as-card', page)
    expect(await run('subscribers', 'views')).toContain('Не видит избранное')
    await view.getByRole('button', { name: 'Закончить' }).click()
    await view.getByRole('heading', { name: 'Просмотр окончен' }).waitFor()
    await look('see-as-over', view)
    expect(await run('subscribers', 'views')).toContain('0 views')
    await page.reload()
    const timeline = page.getByRole('list', { name: 'История' })
    await timeline.getByText('Начат просмотр глазами абонента').waitFor()
    await timeline.getByText('Окончен просмотр глазами абонента').waitFor()
  })

  it('is offered by the answer why something does not play, as on a television', async () => {
    const { page } = owner
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('searchbox', { name: 'Что не открывается' }).fill('Futbol')
    const items = page.getByRole('list', { name: 'Найденное' })
    await items.getByRole('button', { name: 'Futbol' }).first().click()
    await page.getByText(/^Ничего не мешает/).waitFor()
    await page.getByRole('button', { name: 'Посмотреть глазами абонента' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Посмотреть глазами абонента' })
    expect(await dialog.getByLabel('Причина').inputValue()).toBe('Не открывается: Futbol')
    await dialog.getByRole('button', { name: /На каком устройстве/ }).click()
    await page.getByRole('option', { name: 'Телевизор' }).click()
    await dialog.getByRole('button', { name: 'Продолжить' }).click()
    const tab = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: 'Открыть сайт' }).click()
    const television = await tab
    await television.locator('html[data-tv]').waitFor()
    await television.getByRole('region', { name: /Вы видите Ekran/ }).waitFor()
    await look('see-as-tv', television)
    await run('subscribers', 'view-end', 'all')
    // The tab asks four times a minute.
    await television.getByRole('heading', { name: 'Просмотр окончен' }).waitFor()
    expect(owner.problems).toEqual([])
  })
})
