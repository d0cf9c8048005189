/** Notifications and news over HTTP: a long poll returns when the operator writes, and no viewer sees another's. */
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { runCommand } from '#tests/kit/product/command-line.ts'
import { askPath, endSession, origin } from '#tests/kit/product/request.ts'

/** A subscriber used by this file only, logged in. */
async function subscriber() {
  const abonement = String(40_000_000 + Math.floor(Math.random() * 9_000_000))
  const added = await runCommand(['accounts', 'add', '--abonement', abonement])
  const password = /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/.exec(added.output)?.[0] ?? ''
  const login = await askPath('/middleware/login', {
    method: 'POST',
    fields: { abonement, password, device_uid: 'notices-test', device_model: 'test' },
  })
  const token = String((login.json?.['data'] as { authkey?: string } | undefined)?.authkey)
  return { abonement, token, leave: () => endSession(login) }
}

function tell(abonement: string, title: string, ...more: readonly string[]) {
  return runCommand([
    ...['notify', '--abonement', abonement, '--title-ru', title, '--title-uz', `${title} uz`],
    ...['--body-ru', 'Текст', '--body-uz', 'Matn', ...more],
  ])
}

const path = api.notifications.list.path
interface Listed {
  readonly data: readonly { readonly id: number; readonly title: string; readonly is_read: number }[]
  readonly total_count: number
  readonly unread_count: number
  readonly page: number
  readonly last_page: number
}

async function list(fields: Record<string, unknown>, token?: string) {
  return (await askPath(path, { fields, token })).json?.['data'] as Listed
}

interface State {
  readonly last_id: number
  readonly unread_count: number
}

/** Sent without the time limit of other requests: it may wait for 25 s. */
async function wait(token: string, existing: Record<string, string>): Promise<State> {
  const address = `${origin()}${path}/wait?${new URLSearchParams(existing)}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  return ((await response.json()) as { data: State }).data
}

/** Polls again and again, as a page does, until a value has changed. */
async function untilHeard(token: string, before: State) {
  for (;;) {
    const existing = { last_id: String(before.last_id), unread_count: String(before.unread_count) }
    const heard = await wait(token, existing)
    if (heard.last_id !== before.last_id) return heard
  }
}

describe('notifications', () => {
  it(
    '[NOTIF-01] reach a waiting client, are counted down once, and belong to one viewer only',
    { timeout: 120_000 },
    async () => {
      const [own, other] = [await subscriber(), await subscriber()]
      const before = await wait(own.token, {})
      expect(before.unread_count, 'what was told to everybody before counts as read').toBe(0)
      const waiting = untilHeard(own.token, before)
      expect(await tell(own.abonement, 'Вам')).toMatchObject({ code: 0 })
      const heard = await waiting
      expect(heard).toMatchObject({ unread_count: 1 })
      expect(heard.last_id).toBeGreaterThan(before.last_id)

      const listed = await list({ lang: 'uz' }, own.token)
      expect(listed.data[0]).toMatchObject({ id: heard.last_id, title: 'Вам uz', is_read: 0 })
      expect((await askPath(`${path}/${heard.last_id}`, { token: other.token })).status).toBe(404)
      expect((await askPath(`${path}/${heard.last_id}`)).status, 'without a token').toBe(404)

      const opened = await Promise.all(
        Array.from({ length: 20 }, () =>
          askPath(`${path}/${heard.last_id}`, { method: 'POST', token: own.token }),
        ),
      )
      for (const { json } of opened) expect(json?.['data']).toMatchObject({ is_read: 1, unread_count: 0 })
      expect(await list({}, own.token)).toMatchObject({ unread_count: 0 })
      for (const one of [own, other]) await one.leave()
    },
  )

  it('[NOTIF-01] are listed page by page for a guest too, without a token and all read', async () => {
    const first = await list({ limit: 2 })
    expect(first.total_count).toBeGreaterThan(3)
    expect(first).toMatchObject({ page: 1, unread_count: 0, last_page: Math.ceil(first.total_count / 2) })
    const second = await list({ limit: 2, page: 2 })
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(4)
    expect((await list({ limit: 2, page: first.last_page + 1 })).data).toEqual([])
    expect((await askPath(`${path}/read`, { method: 'POST', fields: { up_to: 1 } })).status).toBe(403)
    expect((await askPath(`${path}/wait`)).status).toBe(403)
  })
})

describe('news', () => {
  it('[NEWS-01] is paged and ends; a page after the end is empty; one item is returned by its id', async () => {
    type News = { data: { id: number; title: string }[]; page: number; total: number; last_page: number }
    const page = async (number: number) =>
      (await askPath(api.site.news.path, { fields: { page: number, limit: 4 } })).json as unknown as News
    const first = await page(1)
    expect(first.last_page).toBe(Math.ceil(first.total / 4))
    const all: number[] = []
    for (let number = 1; number <= first.last_page; number += 1)
      all.push(...(await page(number)).data.map(({ id }) => id))
    expect(all).toHaveLength(first.total)
    expect(new Set(all).size).toBe(first.total)
    expect(await page(first.last_page + 1)).toMatchObject({ data: [], total: first.total })
    const [newest] = first.data
    const one = await askPath(`/api/v1.0.0/news/${newest?.id}`)
    expect(one.json?.['data']).toMatchObject({ id: newest?.id, title: newest?.title })
    expect((await askPath('/api/v1.0.0/news/2000000000')).status).toBe(404)
    expect((await askPath('/news/2000000000', { headers: { accept: 'text/html' } })).status).toBe(404)
  })
})
