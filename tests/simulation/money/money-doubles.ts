/** Doubles in a scenario of `money-scenario.ts`: two accounts of one person become one, at once and broken off. */
import { sql } from 'kysely'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { mergeSubscribers } from '#server/subscribers/subscribers.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { dying, onlyCrash } from './money-crash.ts'
import { type Actions, abonementOf, must } from './money-modules.ts'

interface Place {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly openIds: number[]
  readonly brought: Map<number, Date>
  readonly roll: { below(limit: number): number; of<One>(list: readonly One[]): One }
  name(what: string): string
}

/** Where accounts, passwords and sessions do not matter. */
const accounts = {
  findByName: async (abonement: string) => [
    {
      ...{ accountId: Number(abonement) - 100_000_000, abonement, phone: null, name: 'A' },
      ...({ state: 'active', language: null, isTest: false } as const),
      ...{ createdAt: new Date(0), passwordChangedAt: new Date(0) },
    },
  ],
  setPassword: async () => ({ kind: 'set', endedSessions: 0 }) as const,
  endSessions: async () => 0,
}

export function doublesOf(place: Place): Actions {
  const { db, clock, audit, openIds, roll, name } = place
  const depsOn = (on: Db) => ({
    ...{ db: on, clock, audit, accounts, withLock: keyedMutex() },
    random: (bytes: number) => Buffer.alloc(bytes, 7),
  })
  const merge = async (isBroken: boolean) => {
    if (openIds.length < 2) return
    const accountId = roll.of(openIds)
    const fromId = roll.of(openIds.filter((one) => one !== accountId))
    const before = await steady(() => tariffsOf(db, fromId))
    const request = {
      ...{ accountId, from: abonementOf(fromId), key: name('merge-key'), reason: 'simulated' },
      by: { staff: { staffId: accountId * 10, name: 'a merging member' } },
    }
    if (isBroken) await mergeSubscribers(depsOn(dying(db, roll.below(50))), request).catch(onlyCrash)
    // Of two processes: nothing in memory keeps them apart.
    const both = await Promise.all([1, 2].map(() => steady(() => mergeSubscribers(depsOn(db), request))))
    const done = both.filter((one) => one.kind === 'acted' && !one.act.isRepeated).length
    must(done <= 1, 'accounts are merged once')
    if (!both.some(({ kind }) => kind === 'acted')) return
    openIds.splice(openIds.indexOf(fromId), 1)
    for (const one of await steady(() => tariffsOf(db, accountId))) {
      const former = before.find(({ tariffId }) => tariffId === one.tariffId)
      if (former !== undefined) place.brought.set(one.id, former.until)
    }
  }
  return {
    'two accounts become one': () => merge(false),
    'two accounts become one, broken off and repeated': () => merge(true),
  }
}

async function tariffsOf(db: Db, accountId: number) {
  const { rows } = await sql<{ id: number; tariffId: number; until: Date }>`
    select subscription_id as id, tariff_id as "tariffId", paid_until as until from subscription
    where account_id = ${accountId} and state <> 'off'`.execute(db)
  return rows
}
