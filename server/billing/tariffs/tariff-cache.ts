import type { TariffRecord } from './rules.ts'
import { applyDuePrices } from './dated-prices.ts'
import { readTariffs } from './tariff.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The tariffs as they were at most `freshForMs` ago. */
export interface TariffCache {
  read(): Promise<ReadonlyMap<number, TariffRecord>>
  /** The next `read` queries the database. */
  forget(): void
}

/** Tariffs change a few times a year and are read for every list of channels. */
const freshForMs = 10_000

export function openTariffCache(db: Db, clock: Clock): TariffCache {
  let stored:
    | { readonly page: Promise<ReadonlyMap<number, TariffRecord>>; readonly readMs: number; untilMs: number }
    | undefined
  /** A price whose time has come is never shown or sold as the former one. */
  const readPage = async (nowMs: number) => {
    const nextMs = await applyDuePrices(db, nowMs)
    const page = new Map((await readTariffs(db)).map((one) => [one.tariffId, one]))
    if (stored?.readMs === nowMs) stored.untilMs = Math.min(stored.untilMs, nextMs)
    return page
  }
  return {
    read: () => {
      const nowMs = clock.nowMs()
      // Also when the clock was set back: an entry from the future would never expire.
      if (stored !== undefined && nowMs >= stored.readMs && nowMs < stored.untilMs) return stored.page
      const entry = { page: readPage(nowMs), readMs: nowMs, untilMs: nowMs + freshForMs }
      const { page } = entry
      stored = entry
      // An error goes to the callers of this read and is not cached.
      page.catch(() => {
        if (stored === entry) stored = undefined
      })
      return page
    },
    forget: () => {
      stored = undefined
    },
  }
}
