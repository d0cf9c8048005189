/**
 * Alarms in the console in a real Chromium, over a product that records and emulated receivers. The tests are steps of one
 * story, in this order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwner, seeHeading, type StaffVisitor, visitConsole } from '#tests/kit/browser/staff-visitor.ts'
import { type AlarmReceivers, startAlarmReceivers } from '#tests/kit/emulators/alarm-receivers.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'

let receivers: AlarmReceivers
let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let dir = ''

beforeAll(async () => {
  receivers = await startAlarmReceivers()
  product = await startConsoleProduct({
    EKRAN_TELEGRAM_API: receivers.telegram,
    EKRAN_MAIL: receivers.mail,
  })
  dir = await mkdtemp(join(tmpdir(), 'ekran-alarms-'))
  owner = await visitConsole(product.consoleUrl)
  await createOwner(owner.page)
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
  await receivers?.stop()
  await rm(dir, { recursive: true, force: true })
})

async function checkWidths(): Promise<void> {
  const { page } = owner
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
  }
}

const textsOf = async (way: 'telegram' | 'email') => (await receivers.received(way)).map(({ text }) => text)

describe('[OPS-03] [HEALTH-02] alarms', () => {
  it('have a recipient that a test message really reaches', async () => {
    const { page } = owner
    await page.goto('/console/alarms')
    await page.getByText('Правил ещё нет').waitFor()
    await checkWidths()
    await page.getByRole('link', { name: 'Правила и получатели' }).click()
    await seeHeading(page, 'Правила тревог')
    await page.getByRole('button', { name: 'Добавить получателя' }).click()
    const dialog = page.getByRole('dialog', { name: 'Получатель' })
    await dialog.getByLabel('Название').fill('Дежурные')
    await dialog.getByLabel('Чат').fill(receivers.chat)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.getByText(/Введите токен бота/).waitFor()
    await dialog.getByLabel('Токен бота').fill(receivers.token)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Отправить проверочное' }).click()
    await page.getByText('Отправлено: проверьте, дошло ли').waitFor()
    expect(await textsOf('telegram')).toEqual(['Проверка оповещений: сообщения доходят.'])
    expect(await page.content()).not.toContain(receivers.token)
  })

  it('have a rule, and are one for a dead source', async () => {
    const { page } = owner
    await page.getByRole('button', { name: 'Добавить правило' }).click()
    const dialog = page.getByRole('dialog', { name: 'Правило тревоги' })
    await dialog.getByLabel('Название').fill('Каналы не работают')
    await dialog.getByLabel('Сколько минут должно длиться').fill('0')
    await dialog.getByLabel('Тихие часы: с').fill('вечер')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog
      .getByRole('textbox', { name: 'Тихие часы: с' })
      .and(page.locator('[aria-invalid="true"]'))
      .waitFor()
    await dialog.getByLabel('Тихие часы: с').fill('')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('через 0 мин').waitFor()
    await checkWidths()
    const list = join(dir, 'list.m3u')
    const entries = [1, 2, 3].map(
      (number) => `#EXTINF:-1 tvg-chno="${number}",Kanal ${number}\nhttp://127.0.0.1:9/${number}.ts`,
    )
    await writeFile(list, `#EXTM3U\n${entries.join('\n')}\n`)
    const { code, errors } = await runCommand(['import', 'channels', list, '--record'], '', product.dataDir)
    expect(code, errors).toBe(0)
    await page.goto('/console/alarms')
    await page
      .getByRole('link', { name: /Нет сигнала/ })
      .first()
      .waitFor()
    await expect.poll(async () => (await textsOf('telegram')).length, { timeout: 60_000 }).toBe(2)
    expect((await textsOf('telegram'))[1]).toMatch(/нет сигнала \(источник 127\.0\.0\.1\), с \d\d:\d\d/)
  })

  it('are acknowledged, muted with a reason and noted, by name', async () => {
    const { page } = owner
    await page
      .getByRole('link', { name: /Нет сигнала/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Я занимаюсь' }).click()
    await page.getByText('занимается Камола Каримова').waitFor()
    await page.getByRole('button', { name: 'Не сообщать' }).click()
    const dialog = page.getByRole('dialog', { name: 'Не сообщать об этой тревоге' })
    await dialog.getByLabel('Причина').fill('Работы у поставщика')
    await dialog.getByRole('button', { name: 'Не сообщать' }).click()
    await page.getByText(/Работы у поставщика \(Камола Каримова/).waitFor()
    await page.getByLabel('Новая заметка').fill('Позвонили в аппаратную')
    await page.getByRole('button', { name: 'Добавить', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'Позвонили в аппаратную' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Дежурные' }).getByText('доставлено').waitFor()
    await checkWidths()
    await page.goto('/console/health')
    await page.getByRole('link', { name: 'Тревога: занимается Камола Каримова' }).first().waitFor()
    const { output } = await runCommand(['alarms', 'list'], '', product.dataDir)
    expect(output).toContain('acknowledged by Камола Каримова')
    expect(owner.problems).toEqual([])
  })
})
