/** The pages about the service: tariffs with their channels, FAQ entries with an address, a guest's problem report. */
import { expect, inject, it } from 'vitest'
import { channels } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import { call } from '#tests/kit/product/demo-content.ts'
import { screens, visit } from '#tests/kit/browser/visitor.ts'

/** A busy machine loads a page slowly. */
const patience = { timeout: 60_000 }

it.each(screens)(
  '[TARIFF-02] the channels of one tariff at a time are open, and can be searched: $name',
  { timeout: 300_000 },
  async (screen) => {
    const { page, problems, leave } = await visit(inject('product').url, screen)
    await page.goto('/tariff')
    const toggles = page.locator('main button[aria-expanded]')
    await toggles.first().waitFor()
    expect(await page.locator('main h3').count()).toBeGreaterThan(3)
    const panels = page.locator('main section[id^="channels-of-"]')
    await toggles.nth(0).click()
    await expect.poll(() => panels.locator('a').count(), patience).toBeGreaterThan(3)
    const first = await panels.getAttribute('id')
    await toggles.nth(1).click()
    await expect.poll(() => panels.first().getAttribute('id'), patience).not.toBe(first)
    expect(await panels.count()).toBe(1)
    await expect.poll(() => panels.locator('a').count(), patience).toBeGreaterThan(3)
    const name = await panels.locator('a').nth(2).textContent()
    await panels.locator('input').fill(name ?? '')
    await expect.poll(() => panels.locator('a').count(), patience).toBe(1)
    await panels.getByRole('button', { name: 'Закрыть' }).click()
    await expect.poll(() => panels.count(), patience).toBe(0)
    await toggles.nth(1).click()
    await toggles.nth(1).click()
    await expect.poll(() => panels.count(), patience).toBe(0)
    expect(problems).toEqual([])
    await leave()
  },
)

it('[INFO-01] an address opens its FAQ entry, and a question is found', { timeout: 300_000 }, async () => {
  const [screen] = screens
  if (screen === undefined) throw new Error('there is no screen')
  const { page, problems, leave } = await visit(inject('product').url, screen)
  await page.goto('/answers#archive')
  await expect.poll(() => page.locator('#archive[open]').count(), patience).toBe(1)
  expect(await page.locator('details[open]').count()).toBe(1)
  // Another address on the same page.
  await page.evaluate(() => (location.hash = 'abroad'))
  await expect.poll(() => page.locator('#abroad[open]').count(), patience).toBe(1)
  await page.locator('#keys summary').click()
  await expect.poll(() => new URL(page.url()).hash, patience).toBe('#keys')
  await page.getByRole('textbox', { name: 'Найти вопрос' }).fill('gfhjkm')
  await expect.poll(() => page.locator('#forgot-password').count(), patience).toBe(1)
  await expect.poll(() => page.locator('#archive').count(), patience).toBe(0)
  await page.goto('/uz/job')
  await expect.poll(() => page.locator('main h3').count(), patience).toBe(5)
  expect(problems).toEqual([])
  await leave()
})

it('[FILM-06] a guest reports a problem with a channel', { timeout: 300_000 }, async () => {
  const [screen] = screens
  if (screen === undefined) throw new Error('there is no screen')
  const { page, leave } = await visit(inject('product').url, screen)
  const { item } = (await call(channels.publicList, {})).channels
  await page.goto(pathOf('channel', { id: item[0]?.id ?? 0 }))
  await page.getByRole('button', { name: 'Сообщить о проблеме' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Другое' }).check()
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await expect.poll(() => dialog.getByRole('alert').last().textContent(), patience).toContain('Напишите')
  await dialog.getByRole('textbox').fill('<b>Тишина</b> \u202Eи темнота')
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await expect.poll(() => page.getByText('Спасибо. Мы получили').count(), patience).toBe(1)
  await leave()
})
