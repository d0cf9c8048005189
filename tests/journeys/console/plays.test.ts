/**
 * How watching goes, and packaged apps, in the console in a real Chromium; players and apps report over real HTTP. The
 * tests are steps of one story, in this order.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playQuality } from '#contract/playback/play-quality.ts'
import { apps } from '#contract/site/apps.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor

beforeAll(async () => {
  product = await startConsoleProduct()
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
  const list = join(product.dataDir, 'list.m3u')
  await writeFile(list, '#EXTM3U\n#EXTINF:-1 tvg-chno="1",Sevimli\nhttp://127.0.0.1:9/live.ts\n')
  const { code, errors } = await runCommand(['import', 'channels', list], '', product.dataDir)
  expect(code, errors).toBe(0)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
})

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

async function checkWidths(): Promise<void> {
  const { page } = owner
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
  }
}

/** What the last of these tests sees: it is written twice a minute. */
async function reportPlays(): Promise<void> {
  const play = {
    ...{ kind: 'live', id: 1, begun: 1, abandoned: 0, start_ms: 800, played_ms: 600_000, stalls: 2 },
    ...{ stalled_ms: 30_000, rated_ms: 600_000, bits_per_second: 4_000_000, height: 720, switches: 1 },
  }
  const failed = { ...play, played_ms: 0, stalls: 0, stalled_ms: 0, rated_ms: 0, failure: 'P2-1002' }
  await post(playQuality.report.path, { device_kind: 'tv', plays: [play, play, play, failed] })
}

describe('[OPS-03] how watching goes', () => {
  it('is said when nothing was watched', async () => {
    const { page } = owner
    await page.goto('/console/plays')
    await seeHeading(page, 'Просмотры')
    await page.getByText('За это время ничего не смотрели').first().waitFor()
    await checkWidths()
    await reportPlays()
  })
})

describe('[REMOTE-03] packaged apps', () => {
  it('have versions that are changed in the console and reach an app', async () => {
    const { page } = owner
    await page.goto('/console/apps')
    await seeHeading(page, 'Приложения')
    await checkWidths()
    await page.getByRole('button', { name: 'Изменить: LG webOS' }).click()
    const dialog = page.getByRole('dialog', { name: 'Версии: LG webOS' })
    await dialog.getByLabel('Минимальная версия').fill('2.0')
    await dialog.getByLabel('Рекомендуемая версия').fill('1.5')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.getByText('Минимальная версия новее рекомендуемой').waitFor()
    await dialog.getByLabel('Рекомендуемая версия').fill('2.1')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('не ниже 2.0, рекомендуется 2.1').waitFor()
    const query = new URLSearchParams({ platform: 'webos', version: '1.4', model: 'OLED55', firmware: '5.3' })
    const release = async () => {
      const response = await fetch(`${product.url}${apps.release.path}?${query}`)
      return ((await response.json()) as { data: { update: string; switches: object } }).data
    }
    await expect.poll(async () => (await release()).update).toBe('forced')
  })

  it('have switches for some models, and reports', async () => {
    const { page } = owner
    await post(apps.report.path, {
      ...{ platform: 'webos', version: '1.4', model: 'OLED55', firmware: '5.3', kind: 'stall' },
      ...{ message: 'P7', page: '/tv' },
    })
    await page.goto('/console/apps')
    await page.getByText('OLED55').first().waitFor()
    await page.getByText('видео не продолжилось').waitFor()
    await page.getByRole('button', { name: 'Добавить переключатель' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новый переключатель' })
    await dialog.getByLabel('Модель').fill('OLED55*')
    await dialog.getByRole('button', { name: 'Добавить переключатель' }).click()
    await dialog.getByText('Переключатель ничего не меняет').waitFor()
    await dialog.getByLabel('Качество не выше, строк').fill('1080')
    await dialog.getByRole('button', { name: 'Добавить переключатель' }).click()
    await page.getByText('не выше 1080p').waitFor()
    await page.getByRole('button', { name: /^Удалить переключатель/ }).click()
    await page.getByText('Переключателей нет').waitFor()
    await page.goto('/console/audit')
    await page.getByText('Переключатель приложений удалён').first().waitFor()
  })
})

describe('[OPS-03] how watching went', () => {
  it('is told by device and kind, with what went worst and why plays failed', async () => {
    const { page } = owner
    await expect
      .poll(
        async () => {
          await page.goto('/console/plays')
          await seeHeading(page, 'Просмотры')
          await page.getByText('По дням').waitFor()
          return page.getByText('P2-1002').count()
        },
        { timeout: 120_000, interval: 3000 },
      )
      .toBe(1)
    const groups = page.getByRole('group', { name: 'По устройствам' })
    await groups.getByRole('rowheader', { name: 'Телевизоры, эфир' }).waitFor()
    await page.getByText('поток не ответил').waitFor()
    await page
      .getByRole('group', { name: 'Где хуже всего' })
      .getByRole('link', { name: '1 Sevimli' })
      .waitFor()
    await checkWidths()
    await page.getByRole('button', { name: 'Последние сутки' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?span=day')
    await groups.getByRole('rowheader', { name: 'Телевизоры, эфир' }).waitFor()
    expect(owner.problems).toEqual([])
  })
})
