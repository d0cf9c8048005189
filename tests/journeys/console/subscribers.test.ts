/**
 * Subscribers in the console in a real Chromium: found as one types, the card, its timeline, and the reports on them.
 * The tests are steps of one story, in this order.
 */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBilling } from '#server/billing/billing.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import type { Db } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import {
  codeOf,
  createOwner,
  seeHeading,
  type StaffVisitor,
  visitConsole,
} from '#tests/kit/browser/staff-visitor.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { startConsoleProduct } from '#tests/kit/product/console-product.ts'
import { findingsOf } from './every-screen.ts'
import { Acts } from './tasks/task.ts'

let product: Awaited<ReturnType<typeof startConsoleProduct>>
let owner: StaffVisitor
let secret: string

beforeAll(async () => {
  product = await startConsoleProduct()
  owner = await visitConsole(product.consoleUrl)
  ;({ secret } = await createOwner(owner.page))
  const people = [
    ['+998901114567', '30000001', 'Шерзод Юсупов'],
    ['+998935550101', '30000002', 'Xurshida Qodirova'],
    ['+998971234568', '30000003', 'Aziz Karimov'],
  ] as const
  for (const [phone, number, name] of people)
    await run('accounts', 'add', '--phone', phone, '--abonement', number, '--name', name)
  await run('accounts', 'block', '+998935550101')
  await run('tariffs', 'put', 'docs/guides/tariffs-example.json')
}, 300_000)
afterAll(async () => {
  await owner?.leave()
  await product?.stop()
})

async function run(...words: readonly string[]): Promise<string> {
  const { code, errors, output } = await runCommand(words, '', product.dataDir)
  expect(code, errors).toBe(0)
  return output
}

async function inDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
  const read = readSettings({ EKRAN_DATA: product.dataDir })
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
  await using stack = new AsyncDisposableStack()
  await work((await openWorkplace(read.settings, silentLog, stack)).db)
}

async function checkWidths(): Promise<void> {
  const { page } = owner
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
  }
}

describe('[CARE-01] a subscriber', () => {
  it('is found by the last four digits and by the name in the other alphabet, without a mouse', async () => {
    const { page } = owner
    await page.goto('/console/subscribers')
    await seeHeading(page, 'Абоненты')
    await page.getByText(/Введите три цифры/).waitFor()
    const field = page.getByRole('searchbox', { name: 'Найти абонента' })
    await field.fill('4567')
    const rows = page.getByRole('list', { name: 'Найденные абоненты' }).getByRole('link')
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Шерзод Юсупов'])
    await checkWidths()
    await field.fill('карим')
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Aziz Karimov'])
    await field.fill('sherzad yusupov')
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Шерзод Юсупов'])
    await expect.poll(() => page.url()).toContain('q=sherzad')
    await field.fill('никто такой')
    await page.getByText(/Никого не нашлось/).waitFor()
    await checkWidths()
    await page.goto('/console/subscribers?q=30000001')
    await rows.first().waitFor()
    await field.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await seeHeading(page, 'Шерзод Юсупов')
  })
})

describe('[CARE-02] the card', () => {
  it('says the state in a sentence, and has everything in one timeline', async () => {
    const { page } = owner
    await page.getByText('Ни разу не платил, ничего не подключено').waitFor()
    await page.getByText('+998 90 111-45-67').waitFor()
    await page.getByLabel('Новая заметка').fill('Просил перезвонить после шести')
    await page.getByRole('button', { name: 'Добавить заметку' }).click()
    const timeline = page.getByRole('list', { name: 'История' })
    await timeline.getByText('Просил перезвонить после шести').waitFor()
    await timeline.getByText('Абонент создан').waitFor()
    await page.getByRole('group', { name: 'Что показывать' }).getByRole('button', { name: 'Заметки' }).click()
    await expect.poll(() => timeline.getByRole('listitem').count()).toBe(1)
    expect(page.url()).toContain('kind=note')
    await checkWidths()
    expect(await run('subscribers', 'find', 'perezvonit')).toContain('30000001')
  })

  it('says who is blocked since when, in Uzbek too', async () => {
    const { page } = owner
    await page.goto('/console/subscribers?q=qodirova')
    await page.getByRole('link', { name: 'Xurshida Qodirova' }).click()
    await page.getByText(/^Заблокирован с/).waitFor()
    await page.evaluate(() => localStorage.setItem('ekran.console.language', 'uz'))
    await page.reload()
    await page.getByText(/dan beri bloklangan$/).waitFor()
    await checkWidths()
    await page.goto('/console/subscribers/999999')
    await page.getByText('Bunday abonent yoʻq').waitFor()
  })

  it('is looked at on the record', async () => {
    const { page } = owner
    await page.goto('/console/audit?section=subscribers')
    await page.getByText('Abonent kartasi ochildi').first().waitFor()
    expect(owner.problems).toEqual([])
  })
})

describe('[CARE-04] an act of the call centre', () => {
  const press = (name: string) => owner.page.getByRole('button', { name, exact: true }).click()
  const dialog = () => owner.page.getByRole('dialog')
  const confirm = async (name: string) => {
    await dialog().getByRole('button', { name, exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
  }
  const balance = (sum: string) => owner.page.getByText(sum, { exact: true }).first().waitFor()

  it('gives a ready gift in two presses, and says before what it will do', async () => {
    const { page } = owner
    await page.evaluate(() => localStorage.setItem('ekran.console.language', 'ru'))
    await page.goto('/console/subscribers?q=30000001')
    await page.getByRole('link', { name: 'Шерзод Юсупов' }).click()
    await press('Извинение: 5 000 сум')
    await dialog()
      .getByText(/^Баланс 0\sсум → 5\s000\sсум$/)
      .waitFor()
    await checkWidths()
    await confirm('Начислить')
    await balance('5\u00a0000\u00a0сум')
  })

  it('credits, connects a tariff at the price that is shown, and gives days on it', async () => {
    const { page } = owner
    await press('Начислить')
    await dialog().getByLabel('Сумма, сум').fill('100000')
    await dialog().getByLabel('Причина').fill('Двойное списание')
    await dialog()
      .getByText(/→ 105\s000/)
      .waitFor()
    await confirm('Начислить')
    await balance('105\u00a0000\u00a0сум')
    await press('Подключить тариф')
    await dialog().getByLabel('Причина').fill('Просил по телефону')
    await dialog()
      .getByText(/включится сейчас, спишется/)
      .waitFor()
    await checkWidths()
    await confirm('Подключить тариф')
    await page.getByText('действует').waitFor()
    await press('Подарить дни')
    await dialog().getByLabel('Причина').fill('Перебой')
    await dialog()
      .getByText(/списания не будет/)
      .waitFor()
    await confirm('Подарить дни')
    await page.getByRole('list', { name: 'История' }).getByText('Подарены дни').waitFor()
    await checkWidths()
  })

  it('tells of what somebody else did while the form was open, and is then sent again', async () => {
    await press('Снять')
    await dialog().getByLabel('Сумма, сум').fill('1000')
    await dialog().getByLabel('Причина').fill('Начислено дважды')
    await dialog()
      .getByText(/→ 75\s000/)
      .waitFor()
    await run('subscribers', 'credit', '30000001', '--sum', '500', '--reason', 'Another operator')
    await dialog().getByRole('button', { name: 'Снять', exact: true }).click()
    await dialog()
      .getByText(/с этим абонентом сделали другое/)
      .waitFor()
    await dialog()
      .getByText(/→ 75\s500/)
      .waitFor()
    await confirm('Снять')
    await balance('75\u00a0500\u00a0сум')
  })

  it('is taken back at its line of the history', async () => {
    const { page } = owner
    const line = page
      .getByRole('list', { name: 'История' })
      .getByRole('listitem')
      .filter({ hasText: 'Подарены дни' })
    await line.getByRole('button', { name: 'Отменить' }).click()
    await dialog().getByLabel('Причина').fill('Не тому абоненту')
    await confirm('Отменить')
    await page.getByRole('list', { name: 'История' }).getByText('Начисление отменено').waitFor()
    await line.getByRole('button', { name: 'Отменить' }).waitFor({ state: 'detached' })
  })

  it('leaves the password as it is where no SMS can be sent, and changes the name', async () => {
    const { page } = owner
    await press('Другие действия')
    await page.getByRole('menuitem', { name: 'Новый пароль' }).click()
    await dialog()
      .getByText(/вы его не увидите/)
      .waitFor()
    await dialog().getByLabel('Причина').fill('Забыл')
    await dialog().getByRole('button', { name: 'Новый пароль', exact: true }).click()
    await dialog()
      .getByText(/SMS сейчас не отправляются, пароль не изменён/)
      .waitFor()
    await checkWidths()
    await confirm('Отмена')
    await press('Другие действия')
    await page.getByRole('menuitem', { name: 'Изменить имя' }).click()
    await dialog().getByLabel('Имя').fill('Шерзод Каримов')
    await dialog().getByLabel('Причина').fill('Ошибка в договоре')
    await confirm('Изменить имя')
    await seeHeading(page, 'Шерзод Каримов')
  })

  it('gives the data of a person out as a file, merges a double, and erases them with the typed number alone', async () => {
    const { page } = owner
    await page.goto('/console/subscribers?q=30000003')
    await page.getByRole('link', { name: 'Aziz Karimov' }).click()
    await press('Другие действия')
    await page.getByRole('menuitem', { name: 'Выгрузить данные' }).click()
    await dialog().getByLabel('Причина').fill('Заявление № 5')
    await checkWidths()
    const download = page.waitForEvent('download')
    await dialog().getByRole('button', { name: 'Выгрузить данные', exact: true }).click()
    expect((await download).suggestedFilename()).toBe('subscriber-30000003.zip')
    await dialog().waitFor({ state: 'detached' })
    // A block is not lifted by merging.
    await run('accounts', 'unblock', '30000002')
    await press('Другие действия')
    await page.getByRole('menuitem', { name: 'Объединить с двойником' }).click()
    await dialog().getByLabel('Номер или телефон второго аккаунта').fill('30000002')
    await dialog()
      .getByText(/Закроется аккаунт 30000002/)
      .waitFor()
    await dialog().getByLabel('Причина').fill('Зарегистрирована дважды')
    await checkWidths()
    // The owner has proven who it is too long ago.
    await inDatabase((db) => db.updateTable('staff_session').set({ stepped_up_at: null }).execute())
    await dialog().getByRole('button', { name: 'Объединить с двойником', exact: true }).click()
    const proof = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
    await proof.getByLabel('Код из приложения').fill(codeOf(secret, 1))
    await proof.getByRole('button', { name: 'Подтвердить' }).click()
    await page.getByText(/Сюда объединены/).waitFor()
    await dialog().waitFor({ state: 'detached' })
    await press('Другие действия')
    await page.getByRole('menuitem', { name: 'Удалить данные' }).click()
    await dialog().getByText('Имя, телефон, регистрация').waitFor()
    await dialog().getByLabel('Причина').fill('Заявление № 6')
    const erase = dialog().getByRole('button', { name: 'Удалить данные', exact: true })
    expect(await erase.isDisabled()).toBe(true)
    await dialog().getByLabel('Наберите номер абонента').fill('30000003')
    await checkWidths()
    await confirm('Удалить данные')
    await seeHeading(page, 'Без имени')
    await page.getByText(/^Закрыт/).waitFor()
    await page.goto('/console/subscribers?q=30000001')
    await page.getByRole('link', { name: 'Шерзод Каримов' }).click()
  })

  it('has ready gifts that administrators edit', async () => {
    const { page } = owner
    await page.getByRole('link', { name: 'Настроить шаблоны' }).click()
    await seeHeading(page, 'Шаблоны подарков')
    await press('Добавить шаблон')
    await dialog().getByLabel('Название по-русски').fill('День рождения')
    await dialog().getByLabel('Название по-узбекски').fill('Tugʻilgan kun')
    await dialog().getByLabel('Название по-английски').fill('Birthday')
    await dialog().getByLabel('Сумма, сум').fill('10000')
    await checkWidths()
    await confirm('Сохранить шаблон')
    await page.getByText('День рождения').waitFor()
    expect(owner.problems).toEqual([])
  })
})

const dayMs = 86_400_000

/** Two more subscribers were charged ten days ago, one of them for a week. */
async function addHistory(): Promise<void> {
  await run(
    'accounts',
    'add',
    '--phone',
    '+998901110011',
    '--abonement',
    '30000011',
    '--name',
    'Дилноза Умарова',
  )
  await run(
    'accounts',
    'add',
    '--phone',
    '+998901110012',
    '--abonement',
    '30000012',
    '--name',
    'Bobur Aliyev',
  )
  await inDatabase(chargeTwo)
}

async function chargeTwo(db: Db): Promise<void> {
  const beganMs = Date.now() - 10 * dayMs
  const billing = openBilling({ db, clock: manualClock(beganMs) })
  await billing.putTariff(buildTariff(57, { isBase: true }))
  for (const [abonement, days] of [
    ['30000011', 30],
    ['30000012', 7],
  ] as const) {
    const { rows } = await sql<{ account: number; subscription: number }>`
      insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
      select account_id, 57, true, 'active', 2500000, ${new Date(beganMs)}, ${new Date(beganMs + days * dayMs)}
      from account where abonement = ${abonement} returning account_id as account, subscription_id as subscription`.execute(
      db,
    )
    const { account: accountId = 0, subscription: subscriptionId = 0 } = rows[0] ?? {}
    const money = { accountId, amountTiyin: 2_500_000 }
    await billing.moveMoney({
      ...money,
      reference: `payme:${abonement}`,
      kind: 'top_up',
      against: 'payments',
    })
    await sql`insert into charge (subscription_id, period_start, period_end, account_id, amount_tiyin)
      select subscription_id, created_at, paid_until, account_id, price_tiyin from subscription
      where subscription_id = ${subscriptionId}`.execute(db)
    await billing.moveMoney({
      ...{ reference: `charge:${subscriptionId}:${Math.floor(beganMs / 1000)}`, kind: 'charge', accountId },
      ...{ amountTiyin: -2_500_000, against: 'revenue', subscriptionId },
    })
  }
}

describe('[REP-01] reports', () => {
  it('show the figures of a period, how they are counted, and who is behind a number', async () => {
    const { page } = owner
    await addHistory()
    expect(await run('reports', 'roll-up')).toMatch(/\d+ days computed/)
    await page.evaluate(() => localStorage.setItem('ekran.console.language', 'ru'))
    await page.goto('/console/reports')
    await seeHeading(page, 'Отчёты')
    const joined = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Новые' }) })
    // Until yesterday: without the one whom the call centre connected today.
    await joined.getByText('2', { exact: true }).waitFor()
    await joined.getByText('Как считается').click()
    await joined.getByText(/начался первый период/).waitFor()
    await page.getByRole('group', { name: 'Показатель' }).getByRole('button', { name: 'Новые' }).click()
    await page.getByRole('img', { name: /^Новые: от 0 до 2/ }).waitFor()
    await checkWidths()
    await page.getByRole('button', { name: 'Таблицей' }).click()
    await page
      .getByRole('group', { name: 'По дням' })
      .getByRole('button', { name: '2: показать строки' })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /^Кто за числом/ })
    await dialog.getByRole('link', { name: 'Bobur Aliyev' }).waitFor()
    await checkWidths()
    await dialog.getByRole('button', { name: 'Скачать: Активные' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV, запятая' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toMatch(
      /Bobur Aliyev[^]*Дилноза Умарова|Дилноза[^]*Bobur/,
    )
    await dialog.getByRole('link', { name: 'Дилноза Умарова' }).click()
    await seeHeading(page, 'Дилноза Умарова')
    expect(await run('reports', 'show', 'subscribers')).toContain('New: 2 (0)')
  })

  it('go out as files, and have a price list', async () => {
    const { page } = owner
    await page.goto('/console/reports?report=revenue')
    await page.getByText('50 000 сум', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Скачать: По способам оплаты' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV, запятая' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain('Payme,50000,100,2,0')
    await page.getByRole('group', { name: 'Отчёт' }).getByRole('button', { name: 'Правообладатели' }).click()
    await page.getByRole('button', { name: 'Изменить: Каналы: Спорт' }).click()
    const dialog = page.getByRole('dialog', { name: 'Цена: Спорт' })
    await dialog.getByLabel('Сумма, сум').fill('много')
    await dialog.getByRole('button', { name: 'Сохранить цену' }).click()
    await dialog.getByText(/Напишите число/).waitFor()
    await checkWidths()
    await dialog.getByLabel('Сумма, сум').fill('0,15')
    await dialog.getByRole('button', { name: 'Сохранить цену' }).click()
    await page.getByText('0,15 сум за минуту').waitFor()
    await checkWidths()
    expect(owner.problems).toEqual([])
  })
})

/** Asks about a channel on the card that is open; the two acts of it. */
async function askAbout(acts: Acts, channel: string): Promise<void> {
  const { page } = owner
  await acts.type(page.getByRole('searchbox', { name: 'Что не открывается' }), channel)
  await acts.press(
    page.getByRole('list', { name: 'Найденное' }).getByRole('button', { name: channel }).first(),
  )
}

describe('[CARE-03] why they cannot watch it', () => {
  it('is one sentence after two acts, with everything that was checked, and its remedy one more', async () => {
    const { page } = owner
    await page.evaluate(() => localStorage.setItem('ekran.console.language', 'ru'))
    await run('tariffs', 'put', 'docs/guides/tariffs-example.json')
    await run('channels', 'add', 'Sevimli', 'udp://239.1.1.7:5000', '--off')
    const made = await run('trials', 'make', '--abonement', '30000009', '--name', 'Sinov')
    expect(await enter('30000009', /The password is (.+?) and is/.exec(made)?.[1] ?? '')).toBe(true)
    await page.goto('/console/subscribers?q=30000009')
    await page.getByRole('link', { name: 'Sinov' }).click()
    const acts = new Acts(page)
    await askAbout(acts, 'Sevimli')
    await page.getByText('Канал «Sevimli» выключен').waitFor()
    expect(acts.count).toBe(2)
    await page.getByText('Что проверено').click()
    await page.getByText('Эфир, запись или файл').waitFor()
    await checkWidths()
    await acts.press(page.getByRole('link', { name: 'Открыть канал' }))
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/console\/channels\/\d+$/)
    await page.getByRole('heading', { level: 1, name: 'Sevimli' }).waitFor()
    expect(acts.count).toBe(3)
  })

  it('names the tariffs to connect and leads to them, and says so at the command line too', async () => {
    const { page } = owner
    const password = 'chinor soyasida suhbat'
    const words = ['accounts', 'add', '--abonement', '30000010', '--name', 'Karim', '--ask-password']
    expect((await runCommand(words, `${password}\n`, product.dataDir)).code).toBe(0)
    await page.goto('/console/subscribers?q=30000010')
    await page.getByRole('link', { name: 'Karim' }).click()
    const acts = new Acts(page)
    await askAbout(acts, 'Sevimli')
    await page.getByText('Смотреть не на чем: ни одно устройство не вошло').waitFor()
    expect(await enter('30000010', password)).toBe(true)
    await page.getByRole('button', { name: 'Спросить о другом' }).click()
    await page.getByRole('searchbox', { name: 'Что не открывается' }).fill('нет такого')
    await page.getByText('Ничего не нашлось: «нет такого»').waitFor()
    await page.reload()
    await askAbout(new Acts(page), 'Sevimli')
    await page.getByText(/^«Sevimli» не подключён. Он есть в тарифе: .*сум в месяц/).waitFor()
    await page.getByRole('button', { name: 'К тарифам абонента' }).click()
    await page.getByText('Ничего не подключено', { exact: true }).waitFor()
    await checkWidths()
    const answer = await run('subscribers', 'why', '30000010', '--channel', '1')
    expect(answer).toContain('no connected tariff has it')
  })
})

/** Logs a television in; whether that succeeded. */
async function enter(abonement: string, password: string): Promise<boolean> {
  const response = await fetch(`${product.url}/middleware/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ abonement, password, device_uid: 'journey-tv', device_model: 'Samsung UE43' }),
  })
  return (
    ((await response.json()) as { readonly data?: { readonly authkey?: string } }).data?.authkey !== undefined
  )
}
