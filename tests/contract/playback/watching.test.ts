/** Who gets a playback address for what; and that an address opens only that, for a limited time. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { formatMoney } from '#contract/form/money.ts'
import { archiveScope, filmScope, issueTicket, liveScope } from '#media/media.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { askPath, origin } from '#tests/kit/product/request.ts'
import { call, findContent, type TestContent } from '#tests/kit/product/demo-content.ts'

const kinds = ['subscribed', 'unsubscribed', 'suspended'] as const
type Person = 'guest' | (typeof kinds)[number]
const tokens = new Map<Person, string>()
const lists = new Map<Person, readonly Channel[]>()
let existing: TestContent
let secret: string
beforeAll(async () => {
  for (const kind of kinds) {
    const { token } = await logIn(origin(), kind)
    tokens.set(kind, token)
    lists.set(kind, (await call(api.channels.list, {}, token)).channels.item)
  }
  existing = await findContent(tokens.get('subscribed') ?? '')
  const path = join(inject('product').dataDir, 'secrets.json')
  secret = (JSON.parse(readFileSync(path, 'utf8')) as { ticketSecrets: string[] }).ticketSecrets[0] ?? ''
})

async function outcome(path: string, fields: Record<string, unknown>, person: Person) {
  const { json } = await askPath(path, { fields, token: tokens.get(person) })
  return json?.['error'] === 0 ? 'address' : String(json?.['failure'])
}

function channel(fields: Record<string, unknown>, person: Person) {
  return outcome('/middleware/channel/url', fields, person)
}

/** A channel the suspended account has paid for, whether it is a social one or not. */
function suspendedChannel(isSocial: 0 | 1): Channel {
  const match = (lists.get('subscribed') ?? []).find((one) => {
    const own = lists.get('suspended')?.find(({ id }) => id === one.id)
    return one.is_available === 1 && one.is_social === isSocial && own?.is_available === isSocial
  })
  if (match === undefined) throw new Error(`no channel with is_social ${isSocial}`)
  return match
}

describe('a live channel', () => {
  it('[TV-08] requires a login from a guest, a subscription without one, and plays for a subscriber', async () => {
    const fields = { cid: existing.cid, redirect: 0 }
    expect(await channel(fields, 'guest')).toBe('login_needed')
    expect(await channel(fields, 'unsubscribed')).toBe('not_subscribed')
    expect(await channel(fields, 'subscribed')).toBe('address')
  })

  it('[TV-08] of a suspended account plays when it is social, else the missing amount is shown', async () => {
    expect(await channel({ cid: suspendedChannel(1).id }, 'suspended')).toBe('address')
    const fields = { cid: suspendedChannel(0).id, lang: 'ru' }
    const refused = await askPath('/middleware/channel/url', { fields, token: tokens.get('suspended') })
    expect(refused).toMatchObject({ status: 200, json: { failure: 'account_suspended' } })
    const { missing } = await call(api.accounts.info, {}, tokens.get('suspended') ?? '')
    expect(refused.json?.['message']).toContain(formatMoney(missing, 'ru'))
  })

  it('[TV-08] shows in advance whether it plays: is_available', async () => {
    for (const kind of kinds) {
      for (const { id, is_available } of (lists.get(kind) ?? []).slice(0, 12)) {
        const result = await channel({ cid: id }, kind)
        if (is_available === 1) expect(['address', 'not_available_now']).toContain(result)
        else expect(['not_subscribed', 'account_suspended']).toContain(result)
      }
    }
  })

  it('[TV-08] that does not exist is not found, for every client', async () => {
    for (const person of ['guest', ...kinds] as const)
      expect(await channel({ cid: 2_000_000_000 }, person)).toBe('channel_not_found')
  })
})

describe('a programme of the archive', () => {
  const programme = (fields: Record<string, unknown>, person: Person) =>
    outcome('/middleware/program/url', fields, person)

  it('[GUIDE-04] plays for a subscriber only', async () => {
    const fields = { cid: existing.cid, pid: existing.pid }
    expect(await programme(fields, 'guest')).toBe('login_needed')
    expect(await programme(fields, 'unsubscribed')).toBe('not_subscribed')
    expect(await programme(fields, 'subscribed')).toBe('address')
  })

  it('[GUIDE-04] that has not started, does not exist or belongs to another channel is rejected with a named failure', async () => {
    const { cid, pid, nowSec } = existing
    const window = { cid, time_from: nowSec + 86_400, time_to: nowSec + 2 * 86_400 }
    const later = (await call(api.channels.programmes, window)).programs.item.at(-1)
    expect(await programme({ cid, pid: later?.pid }, 'subscribed')).toBe('not_begun')
    expect(await programme({ cid, pid: 2_000_000_000 }, 'subscribed')).toBe('programme_not_found')
    const other = lists.get('subscribed')?.find((one) => one.id !== cid)
    expect(await programme({ cid: other?.id, pid }, 'subscribed')).toBe('programme_not_found')
    expect(await programme({ cid: 2_000_000_000, pid }, 'subscribed')).toBe('channel_not_found')
  })
})

describe('a film', () => {
  const film = (fields: Record<string, unknown>, person: Person) =>
    outcome('/middleware/video/url', fields, person)

  it('[FILM-07] is rejected and opened as its details say', async () => {
    const pages = await call(api.films.list, { limit: 30 }, tokens.get('subscribed') ?? '')
    const seen = new Map<string, string>()
    const byState: Record<string, readonly string[]> = {
      watch: ['address', 'not_available_now'],
      subscribe: ['not_subscribed'],
      suspended: ['account_suspended'],
      unavailable: ['not_available_now', 'not_subscribed', 'account_suspended'],
    }
    for (const kind of kinds) {
      for (const { vid } of pages.videos.item.slice(0, 15)) {
        const { access } = (await call(api.films.detail, { vid }, tokens.get(kind) ?? '')).video
        const result = await film({ vid }, kind)
        seen.set(access.state, result)
        expect(byState[access.state]).toContain(result)
      }
    }
    expect(seen.has('watch') && seen.has('subscribe')).toBe(true)
    expect(await film({ vid: existing.vid }, 'guest')).toBe('login_needed')
    expect(await film({ vid: existing.vid, vfid: existing.vfid }, 'subscribed')).toBe('address')
    expect(await film({ vid: 2_000_000_000 }, 'subscribed')).toBe('title_not_found')
  })
})

describe('an address', () => {
  const live = async () =>
    (await call(api.channels.url, { cid: existing.cid }, tokens.get('subscribed') ?? '')).url
  const statusOf = async (path: string) => (await askPath(path)).status
  const signed = (scope: string, expiresAtMs = Date.now() + 60_000) =>
    issueTicket(secret, { scope, sessionId: 'contract', expiresAtMs })

  it('[PLAYER-07] opens, with its expiry in the response', async () => {
    const answer = await call(api.channels.url, { cid: existing.cid }, tokens.get('subscribed') ?? '')
    expect(await statusOf(answer.url)).toBe(200)
    const leftSec = answer.expires_at - Date.now() / 1000
    expect(leftSec).toBeGreaterThan(30)
    expect(leftSec).toBeLessThanOrEqual(600)
  })

  it('[PLAYER-07] of one session differs from that of another', async () => {
    const first = await live()
    const { token } = await logIn(origin(), 'subscribed')
    tokens.set('subscribed', token)
    expect(await live()).not.toBe(first)
  })

  it('[PLAYER-07] of one channel does not open another, nor its archive, nor a film', async () => {
    const url = await live()
    const [, , ticket = ''] = url.split('/')
    const other = lists.get('subscribed')?.find((one) => one.id !== existing.cid)
    const nowSec = Math.floor(Date.now() / 1000)
    for (const path of [
      `/p/${ticket}/live/${other?.id}/master.m3u8`,
      `/p/${ticket}/archive/${existing.cid}/${nowSec - 600}-${nowSec}/master.m3u8`,
      `/p/${ticket}/film/demo-film-1/master.m3u8`,
    ])
      expect(await statusOf(path)).toBe(403)
  })

  it('[PLAYER-07] of an archive programme does not open another hour or another channel', async () => {
    const fields = { cid: existing.cid, pid: existing.pid }
    const { url } = await call(api.channels.programmeUrl, fields, tokens.get('subscribed') ?? '')
    expect(await statusOf(url)).toBe(200)
    const moved = url.replace(
      /\/(\d+)-(\d+)\//,
      (_, begin: string, end: string) => `/${Number(begin) - 7200}-${end}/`,
    )
    expect(moved).not.toBe(url)
    expect(await statusOf(moved)).toBe(403)
    expect(await statusOf(url.replace(`/${existing.cid}/`, `/${existing.cid + 1}/`))).toBe(403)
  })

  it('[PLAYER-07] is 403 with any character of its ticket changed', async () => {
    const url = await live()
    const [, , ticket = ''] = url.split('/')
    for (let place = 0; place < ticket.length - 1; place += 5) {
      const letter = ticket[place] === 'a' ? 'b' : 'a'
      const altered = `${ticket.slice(0, place)}${letter}${ticket.slice(place + 1)}`
      expect(await statusOf(url.replace(ticket, altered))).toBe(403)
    }
  })

  it('[PLAYER-07] is 403 once it has expired, even with a valid signature', async () => {
    const cid = String(existing.cid)
    const path = (ticket: string) => `/p/${ticket}/live/${cid}/master.m3u8`
    expect(await statusOf(path(signed(liveScope(cid))))).toBe(200)
    expect(await statusOf(path(signed(liveScope(cid), Date.now() - 2000)))).toBe(403)
    expect(await statusOf(path(signed(filmScope(cid))))).toBe(403)
    expect(await statusOf(path(signed(archiveScope(cid, 1, 'now'))))).toBe(403)
    const foreign = { scope: liveScope(cid), sessionId: 'contract', expiresAtMs: Date.now() + 60_000 }
    expect(await statusOf(path(issueTicket('x'.repeat(43), foreign)))).toBe(403)
  })
})
