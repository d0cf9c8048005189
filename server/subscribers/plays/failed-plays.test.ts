/** Plays that failed, by account: stored with the device, bounded, forgotten, in the timeline. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { playEndpoints } from '#server/api/plays/plays.ts'
import { openBilling } from '#server/billing/billing.ts'
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import { readTimeline } from '#server/subscribers/subscribers.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { accountsFixture, type TestAccount } from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { failedPlaysOf, forgetFailedPlays, maxFailedPlaysADay } from './failed-plays.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const dayMs = 86_400_000
const latestMs = Date.UTC(2100, 0, 1)
const fixture = accountsFixture(db)
const { clock } = fixture
const endpoints = playEndpoints({ plays: { add: () => undefined }, db, clock })
const content = {
  television: {
    now: () => ({ channel: (cid: number) => (cid === 5 ? { name: { ru: 'Севимли', uz: '' } } : undefined) }),
  },
  catalogue: {
    now: () => ({
      file: (vfid: number) => (vfid === 70 ? { title: { name: { ru: 'Абдулладжан', uz: '' } } } : undefined),
    }),
  },
} as unknown as { readonly television: LiveTelevision; readonly catalogue: LiveCatalogue }

let account: TestAccount
beforeEach(async () => {
  account = await fixture.addAccount()
})

const figures = {
  ...{ kind: 'live', id: 5, begun: 1, abandoned: 0, played_ms: 0, stalls: 0, stalled_ms: 0 },
  ...{ rated_ms: 0, bits_per_second: 0, height: 0, switches: 0 },
}

async function report(uid: string | null, plays: readonly object[]) {
  const viewer =
    uid === null
      ? undefined
      : await fixture.viewer(await fixture.enter(account, uid, { model: 'LG 55UP75' }), uid)
  const caller = viewer === undefined ? {} : { viewer }
  return ask(endpoints, 'playQuality.report', { device_kind: 'tv', plays }, caller)
}

function stored(deviceId?: number) {
  const span = { accountId: account.accountId, untilMs: latestMs, limit: 500 }
  return failedPlaysOf(db, deviceId === undefined ? span : { ...span, deviceId })
}

describe('[CARE-02] [CARE-03] plays that failed', () => {
  it('are stored with the device of the session; those that played are not', async () => {
    await report('tv', [
      figures,
      { ...figures, failure: 'P3-1002' },
      { ...figures, kind: 'film', id: 70, failure: 'P5' },
    ])
    const plays = await stored()
    expect(plays.map(({ kind, itemId, code }) => `${kind} ${itemId} ${code}`).toSorted()).toEqual([
      'film 70 P5',
      'live 5 P3-1002',
    ])
    expect(plays[0]?.deviceModel).toBe('LG 55UP75')
    const [device] = await fixture.accounts.listDevices(account.accountId)
    expect(await stored(device?.deviceId)).toHaveLength(2)
    expect(await stored((device?.deviceId ?? 0) + 1)).toEqual([])
  })

  it('of guests are stored for nobody', async () => {
    await report(null, [{ ...figures, failure: 'P1' }])
    expect(await stored()).toEqual([])
  })

  it('are bounded for an account and a day', async () => {
    const failed = Array.from({ length: 20 }, () => ({ ...figures, failure: 'P2-404' }))
    for (let times = 0; times * 20 <= maxFailedPlaysADay; times += 1) await report('tv', failed)
    expect(await stored()).toHaveLength(maxFailedPlaysADay)
    clock.advanceMs(dayMs + 1)
    await report('tv', failed)
    expect(await stored()).toHaveLength(maxFailedPlaysADay + 20)
  })

  it('are forgotten after thirty days', async () => {
    await report('tv', [{ ...figures, failure: 'P7' }])
    await forgetFailedPlays(db, clock.nowMs() + 29 * dayMs)
    expect(await stored()).toHaveLength(1)
    expect(await forgetFailedPlays(db, clock.nowMs() + 31 * dayMs)).toBeGreaterThan(0)
    expect(await stored()).toEqual([])
  })

  it('stand in the timeline with their code, what was played and the device, page by page', async () => {
    const deps = { db, clock, billing: openBilling({ db, clock }), ...content }
    await report('tv', [{ ...figures, failure: 'P3-1002' }])
    clock.advanceMs(1000)
    await report('tv', [{ ...figures, kind: 'archive', id: 6, failure: 'P4' }])
    const request = { accountId: account.accountId, kind: 'play', limit: 1 } as const
    const first = await readTimeline(deps, { ...request, after: undefined })
    expect(first).toMatchObject({
      hasMore: true,
      entries: [{ what: 'P4', text: 'archive', name: { ru: '' } }],
    })
    const [last] = first.entries
    const next = await readTimeline(deps, {
      ...request,
      after: { atMs: last?.atMs ?? 0, key: last?.key ?? '' },
    })
    expect(next).toMatchObject({
      hasMore: false,
      entries: [{ kind: 'play', what: 'P3-1002', name: { ru: 'Севимли' }, device: 'LG 55UP75' }],
    })
  })
})
