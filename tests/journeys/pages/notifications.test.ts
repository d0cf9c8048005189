/**
 * Notifications and news for viewers: a notification that arrives while pages are open, and news that are paged and
 * end.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Channel } from '#contract/channels/channels.ts'
import { deviceHeader } from '#contract/form/constants.ts'
import { operate } from '#tests/kit/product/command-line.ts'
import { goesOn } from '#tests/kit/product/on-air.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const uid = 'notices journey'

function tell(title: string, body = 'Первый абзац.\n\nВторой абзац.') {
  return operate(
    ...['notify', '--abonement', abonement, '--title-ru', title, '--title-uz', `${title} (uz)`],
    ...['--body-ru', body, '--body-uz', 'Matn.', '--href', '/movies'],
  )
}

const abonement = String(50_000_000 + Math.floor(Math.random() * 9_000_000))
let token = ''
async function called<Data>(path: string, body: object): Promise<Data> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [deviceHeader]: uid,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { data: Data }).data
}
async function logIn(): Promise<void> {
  const added = await operate('accounts', 'add', '--abonement', abonement)
  const password = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(added)?.[0] ?? ''
  const login = { abonement, password, device_uid: uid, device_model: 'Journey', device_kind: 'computer' }
  token = (await called<{ authkey: string }>('/middleware/login', login)).authkey
}
/** Logs this viewer in in the browser, as a login in it would. */
async function become(page: Page): Promise<void> {
  await page.goto('/policy')
  await page.evaluate(
    (viewer) => {
      for (const [name, value] of Object.entries(viewer)) localStorage.setItem(name, value)
    },
    { device_uid: uid, abonement, access: '1', token },
  )
}

/** A channel that this viewer may watch and that plays now; waits for a product that has just started. */
async function channelOnAir(): Promise<number> {
  const headers = { [deviceHeader]: uid, authorization: `Bearer ${token}` }
  const read = async (path: string) => (await fetch(`${url}/middleware/channel/${path}`, { headers })).json()
  const find = async () => {
    const list = (await read('list')) as { data: { channels: { item: readonly Channel[] } } }
    for (const { id, is_available: isAvailable } of list.data.channels.item) {
      const address =
        isAvailable === 1 ? ((await read(`url?cid=${id}&warm=1&beats=1`)) as Answer) : { failure: '-' }
      if (address.failure === undefined) return id
    }
    throw new Error('no channel is on the air')
  }
  return vi.waitFor(find, { timeout: 90_000, interval: 1000 })
}
interface Answer {
  readonly failure?: string
}

function bell(page: Page) {
  return page.locator('header a[href="/notifications"]')
}

function unread(page: Page) {
  return bell(page).locator('[aria-hidden="true"]').last().textContent()
}

function count(page: Page) {
  return bell(page).innerText()
}

const long = { timeout: 60_000 }

let desktop: Visitor
let phone: Visitor
beforeAll(async () => {
  await logIn()
  const [wide, narrow] = screens
  if (wide === undefined || narrow === undefined) throw new Error('there are two screens')
  desktop = await visit(url, wide)
  phone = await visit(url, narrow)
}, 300_000)
afterAll(async () => {
  await called('/middleware/logout', {})
  await desktop.leave()
  await phone.leave()
})

describe('notifications', () => {
  it(
    '[NOTIF-01] arrive on an open page, are counted correctly in two tabs, and are read once',
    { timeout: 300_000 },
    async () => {
      const { page } = desktop
      await become(page)
      const waits: string[] = []
      page.context().on('request', (request) => {
        if (request.url().includes('/notifications/wait'))
          waits.push(request.frame().page() === page ? 'first' : 'second')
      })
      await page.goto('/policy')
      const second = await page.context().newPage()
      await second.goto('/kids')
      await expect.poll(() => waits.length, long).toBeGreaterThan(1)
      expect(await count(page)).not.toMatch(/\d/)

      await tell('Письмо первое')
      // The toast in the page, its live region for screen readers, and the number in both tabs.
      await expect.poll(() => count(page), long).toContain('1')
      await expect.poll(() => count(second), long).toContain('1')
      expect(new Set(waits).size, 'one tab waits for both').toBe(1)
      const note = second.getByRole('status').getByRole('link', { name: /Письмо первое/ })
      await note.waitFor()

      await tell('Письмо второе')
      await expect.poll(() => unread(page), long).toBe('2')
      await page.goto('/notifications')
      const rows = page.locator('main [data-unread]')
      await expect.poll(() => rows.count(), long).toBe(2)
      await page.getByRole('heading', { name: 'Сегодня' }).waitFor()
      await page.getByRole('link', { name: /Письмо первое/ }).click()
      await page.getByRole('heading', { name: 'Письмо первое' }).waitFor()
      expect(await page.locator('main article p', { hasText: 'абзац' }).count()).toBe(2)
      await expect.poll(() => unread(page), long).toBe('1')
      await expect.poll(() => unread(second), long).toBe('1')
      await page.reload()
      await page.getByRole('heading', { name: 'Письмо первое' }).waitFor()
      await expect.poll(() => unread(page), long).toBe('1')

      await page.goBack()
      await expect.poll(() => rows.count(), long).toBe(1)
      await page.getByRole('button', { name: 'Прочитать все' }).click()
      await expect.poll(() => rows.count(), long).toBe(0)
      await expect.poll(() => count(second), long).not.toMatch(/\d/)
      await second.close()
    },
  )

  it('[NOTIF-01] [SHELL-08] are counted when a lost connection is back', { timeout: 300_000 }, async () => {
    const { page } = desktop
    await page.goto('/policy')
    await page.context().setOffline(true)
    await tell('Пока не было связи')
    await page.context().setOffline(false)
    await expect.poll(() => count(page), long).toContain('1')
  })

  it(
    '[NOTIF-01] [I18N-01] are shown on a phone in Uzbek; a guest sees those for everybody',
    { timeout: 300_000 },
    async () => {
      const { page } = phone
      await page.goto('/uz/notifications')
      await page.getByRole('heading', { name: 'Bildirishnomalar', level: 1 }).waitFor()
      const rows = page.locator('main li')
      await expect.poll(() => rows.count(), long).toBeGreaterThan(3)
      expect(await page.locator('main [data-unread]').count()).toBe(0)
      await become(page)
      await page.goto('/uz/notifications')
      await page.getByRole('link', { name: /Пока не было связи \(uz\)/ }).click()
      await page.locator('main article').getByRole('link', { name: 'Oʻtish', exact: true }).click()
      await page.waitForURL('**/movies')
      await expect.poll(() => count(page), long).not.toMatch(/\d/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    },
  )

  it('[ACC-07] are cleared at the logout, in the storage too', { timeout: 300_000 }, async () => {
    const { page } = phone
    await tell('Последнее')
    await expect.poll(() => count(page), long).toContain('1')
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.evaluate(() => dispatchEvent(new Event('pageshow')))
    await expect.poll(() => count(page), long).not.toMatch(/\d/)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('bell')), long).toBeNull()
  })
})

describe('commands of the staff', () => {
  it(
    '[MSG-02] show a message in one of two tabs, switch the channel, and sign the device out',
    { timeout: 300_000 },
    async () => {
      const { page } = desktop
      const number = /^\s+(\d+)\s/m.exec(await operate('accounts', 'devices', abonement))?.[1] ?? ''
      const give = (...command: readonly string[]) =>
        operate('subscribers', 'command', abonement, '--device', number, ...command, '--reason', 'Journey')
      await page.goto('/policy')
      await page.evaluate((own) => localStorage.setItem('token', own), token)
      await page.goto('/policy')
      const second = await page.context().newPage()
      await second.goto('/kids')
      const inBoth = async () => {
        const counts = await Promise.all(
          [page, second].map((one) => one.getByText('Ночью <b>работы').count()),
        )
        return counts[0] === undefined || counts[1] === undefined ? 0 : counts[0] + counts[1]
      }
      await give(
        '--kind',
        'message',
        '--text-ru',
        'Ночью <b>работы',
        '--text-uz',
        'Tunda',
        '--seconds',
        '300',
      )
      await expect.poll(inBoth, long).toBe(1)
      const shown = (await page.getByText('Ночью <b>работы').count()) === 1 ? page : second
      await shown.getByRole('alert').getByRole('button', { name: 'Закрыть' }).click()
      await expect.poll(inBoth, long).toBe(0)
      await second.close()

      const journey = ['--reason', 'Journey']
      await operate('subscribers', 'credit', abonement, '--sum', '19000', '--goodwill', ...journey)
      await operate('subscribers', 'connect', abonement, '--tariff', '57', '--sum', '19000', ...journey)
      const cid = await channelOnAir()
      await give('--kind', 'channel', '--channel', String(cid))
      await page.waitForURL(`**/channel/${cid}`)
      await goesOn(page)

      await give('--kind', 'sign-out')
      await page.waitForURL('**/login')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('token')), long).toBeNull()
    },
  )
})

describe('news', () => {
  it(
    '[NEWS-01] are loaded while scrolling, stop at the last page, and one is opened',
    { timeout: 300_000 },
    async () => {
      const { page } = desktop
      const requests: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/v1.1.0/news')) requests.push(request.url())
      })
      await page.goto('/news')
      const cards = page.locator('main li a')
      await cards.first().waitFor()
      const { total } = (await (await fetch(`${url}/api/v1.1.0/news`)).json()) as { total: number }
      const grown = async () => {
        await page.mouse.wheel(0, 4000)
        return cards.count()
      }
      await expect.poll(grown, { timeout: 60_000, interval: 100 }).toBe(total)
      const before = requests.length
      await page.mouse.wheel(0, 8000)
      expect(
        await page.getByRole('link', { name: 'Ещё новости' }).count(),
        'there is no more to ask for',
      ).toBe(0)
      expect(requests.length).toBe(before)

      const title = (await cards.nth(1).getByRole('heading').textContent()) ?? ''
      await cards.nth(1).click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await expect.poll(() => page.title(), long).toContain(title)
      await page.getByRole('heading', { name: 'Другие новости' }).waitFor()
      await page.goBack()
      await expect.poll(() => cards.count(), long).toBe(total)
    },
  )

  it(
    '[NEWS-01] continue by a link without scrolling, and show when one no longer exists',
    { timeout: 300_000 },
    async () => {
      const { page } = phone
      await page.goto('/uz/news?page=2')
      await page.getByRole('link', { name: 'Yangiroqlariga' }).waitFor()
      await page.goto('/uz/news/2000000000')
      await page.getByText('Bunday yangilik yoʻq').or(page.getByText('Sahifa topilmadi')).first().waitFor()
      expect(phone.problems).toEqual([])
      expect(desktop.problems).toEqual([])
    },
  )
})
