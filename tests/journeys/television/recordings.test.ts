/** A viewer keeps a programme of the archive, watches it from "Mine", deletes it and takes it back; in Uzbek by remote keys too. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { addViewer, type AddedViewer } from '#tests/kit/product/add-viewer.ts'
import { recorded } from '#tests/kit/product/on-air.ts'
import { openProductBilling, type ProductBilling } from '#tests/kit/modules/product-billing.ts'
import { visit } from '#tests/kit/browser/visitor.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const { url } = inject('product')
const dayMs = 86_400_000
/** The demo's tariff with sixty hours, and its first recorded channel. */
const [maximum, cid] = [59, 101]

let desk: ProductBilling
let viewer: AddedViewer
beforeAll(async () => {
  desk = await openProductBilling()
  // An account of its own: recordings are its state.
  viewer = await addViewer(url)
  const accountId = await desk.accountIdOf(viewer.abonement)
  const paidUntilMs = Date.now() + 10 * dayMs
  await desk.billing.putSubscription({ accountId, tariffId: maximum, state: 'active', paidUntilMs })
})
afterAll(() => desk.close())

describe('[FOLLOW-03] a programme of the archive', () => {
  it('is kept, plays under “Mine”, and returns after it was deleted', async () => {
    const { programme } = await recorded(url, viewer.token, cid)
    const visitor = await visit(url, { name: 'desktop', width: 1440, height: 900 })
    const { page } = visitor
    await page.addInitScript(viewer.storeScript)
    await page.goto(`/tvArchive/${cid}/${programme.pid}`)
    // What is played begins a little before the programme.
    await page.getByRole('heading', { level: 1, name: programme.title }).waitFor()
    const answer = page.waitForResponse((response) => response.url().endsWith('/recordings/add'))
    await page.getByRole('button', { name: 'Сохранить запись' }).click()
    expect(await (await answer).json()).toMatchObject({ data: { was_there: 0 } })
    await page.getByRole('button', { name: 'Не хранить запись' }).waitFor()
    // The button changes at once; the sentence comes with the server's answer.
    await page.getByText('Запись — в разделе «Моё»').waitFor()
    await page.goto('/my/recordings')
    await page.getByText(/^Занято .+ из 60/).waitFor()
    const play = page.getByRole('button', { name: `Смотреть: ${programme.title}` })
    await play.waitFor()
    await page.evaluate(axe)
    const violations = await page.evaluate(async () => {
      const { axe: tool } = globalThis as unknown as {
        axe: { run: (where: Document) => Promise<{ violations: { id: string }[] }> }
      }
      return (await tool.run(document)).violations.map(({ id }) => id)
    })
    expect(violations).toEqual([])
    await play.press('Enter')
    const address = await page.waitForResponse((response) => response.url().includes('/recording/'))
    expect(address.status()).toBe(200)
    await page.waitForFunction(
      () => (document.querySelector('dialog video') as HTMLVideoElement | null)?.currentTime,
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Удалить: ${programme.title}` }).click()
    await page.getByText('Записей пока нет').waitFor()
    await page.getByRole('button', { name: 'Вернуть' }).press('Enter')
    await page.getByRole('heading', { name: programme.title }).waitFor()
    await page.goto('/uz/my/recordings')
    await page.getByRole('heading', { name: 'Meniki' }).waitFor()
    await page.getByText(/60\u00a0soatdan .+ band/).waitFor()
    await visitor.leave()
  })
})
