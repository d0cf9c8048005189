/**
 * A viewer watches live, an operator blacks the channel out in the console, the viewer reads the words, the operator ends
 * it, and the video plays again. Two real Chromiums, a product of its own; the tests are steps of one story.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Channel } from '#contract/channels/channels.ts'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { operatorPassword } from '#tests/kit/product/console-product.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { countPictures, goesOn, playing } from '#tests/kit/product/on-air.ts'
import { type Product, startProduct } from '#tests/kit/product/product.ts'
import { findingsOf } from './every-screen.ts'

let product: Product
let viewer: Visitor
let owner: StaffVisitor
let channel: Channel

beforeAll(async () => {
  product = await startProduct({ env: { EKRAN_OPERATOR_PASSWORD: operatorPassword } })
  const session = await logIn(product.url)
  const [first] = await playing(product.url, session.token, 1)
  if (first === undefined) throw new Error('no channel plays')
  channel = first
  viewer = await visit(product.url, { name: 'desktop', width: 1440, height: 900 })
  await viewer.page.addInitScript(session.storeScript)
  await viewer.page.addInitScript(countPictures)
  owner = await visitConsole(product.url.replace('127.0.0.1', 'localhost'))
  await createOwner(owner.page)
}, 600_000)
afterAll(async () => {
  await owner?.leave()
  await viewer?.leave()
  await product?.stop()
})

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
    await staff.getByLabel('Слова зрителю по-русски').fill(words)
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
