/**
 * A viewer watches live, an operator blacks the channel out in the console, the viewer reads the words, the operator ends
 * it, and the video plays again. Two real Chromiums, a product of its own; the tests are steps of one story.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Channel } from '#contract/channels/channels.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { startTvSource, type TvSource } from '#tests/kit/media/tv-source.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { addFreeViewer, loadFreeTariff } from '#tests/kit/product/free-viewer.ts'
import { countPictures, goesOn, playing } from '#tests/kit/product/on-air.ts'
import { findingsOf } from './every-screen.ts'

let source: TvSource
let product: Awaited<ReturnType<typeof startConsoleProduct>>
let viewer: Visitor
let owner: StaffVisitor
let channel: Channel

beforeAll(async () => {
  source = await startTvSource()
  product = await startConsoleProduct()
  await importChannel()
  await loadFreeTariff(product)
  const session = await addFreeViewer(product, '55500079')
  const [first] = await playing(product.url, session.token, 1)
  if (first === undefined) throw new Error('no channel plays')
  channel = first
  viewer = await visit(product.url, { name: 'desktop', width: 1440, height: 900 })
  await viewer.page.addInitScript(session.storeScript)
  await viewer.page.addInitScript(countPictures)
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await viewer?.leave()
  await product?.stop()
  await source?.stop()
})

const inGuide = (ms: number) => `${new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14)} +0000`

/** A channel that is recorded, in the middle of a programme. */
async function importChannel(): Promise<void> {
  const entry = '#EXTINF:-1 tvg-id="futbol.uz" tvg-chno="1",Futbol'
  const [begin, end] = [inGuide(Date.now() - 600_000), inGuide(Date.now() + 3_600_000)]
  const programme = `<programme channel="futbol.uz" start="${begin}" stop="${end}"><title>Oʻyin</title></programme>`
  const channels = ['#EXTM3U', entry, source.url].join('\n')
  const guide = `<?xml version="1.0"?><tv><channel id="futbol.uz"><display-name>Futbol</display-name></channel>${programme}</tv>`
  for (const [words, name, text] of [
    [['channels', '--record'], 'list.m3u', channels],
    [['guide'], 'guide.xml', guide],
  ] as const) {
    const path = join(product.dataDir, name)
    await writeFile(path, text)
    const [kind, ...more] = words
    const { code, errors } = await runCommand(['import', kind, path, ...more], '', product.dataDir)
    expect(code, errors).toBe(0)
  }
}

async function look(name: string, { page }: { readonly page: StaffVisitor['page'] }): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const folder = process.env['LOOK_AT']
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

const words = 'Матч в вашем регионе не показываем'

describe('[CHAN-05] a blackout of a channel', () => {
  it('is entered from the page of the channel, with what it closes said before', async () => {
    const { page } = viewer
    await page.goto(`/channel/${channel.id}`)
    await waitUntilPlaying(page)
    const staff = owner.page
    await staff.goto(`/console/channels/${channel.id}`)
    await staff.getByRole('link', { name: 'Запретить показ' }).click()
    await seeHeading(staff, 'Запретить показ')
    await staff.getByLabel('Пояснение зрителю по-русски').fill(words)
    await staff
      .getByRole('status')
      .filter({ hasText: /передач — \d+/ })
      .waitFor()
    await look('blackout-new', owner)
    await staff.getByRole('button', { name: 'Сохранить' }).click()
    await staff.waitForURL(/\/console\/blackouts\/\d+$/)
  })

  it('takes the video from the viewer and says why', async () => {
    const { page } = viewer
    await page.getByText(words).waitFor({ timeout: 120_000 })
    await look('blackout-viewer', viewer)
  })

  it('is ended in the list, and the video plays on by itself', async () => {
    const staff = owner.page
    await staff.goto('/console/blackouts')
    const rows = staff.getByRole('list', { name: 'Запреты показа' }).getByRole('listitem')
    await rows.filter({ hasText: channel.name }).waitFor()
    await look('blackout-list', owner)
    await rows.filter({ hasText: channel.name }).getByRole('button', { name: 'Снять сейчас' }).click()
    await staff
      .getByRole('status')
      .filter({ hasText: `Снято: ${channel.name}` })
      .first()
      .waitFor()
    const { page } = viewer
    await page.getByText(words).waitFor({ state: 'detached', timeout: 120_000 })
    await waitUntilPlaying(page, 120_000)
    await goesOn(page, 2, 120_000)
    expect(viewer.problems).toEqual([])
    expect(owner.problems).toEqual([])
  })
})
