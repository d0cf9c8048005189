import type { TariffRecord } from './rules.ts'
import { readTariffs } from './tariff.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The tariffs as they were at most `believedMs` ago. */
export interface TariffCache {
  read(): Promise<ReadonlyMap<number, TariffRecord>>
  /** The next `read` asks the database. */
  forget(): void
}

/** Tariffs change a few times a year and are asked for at every list of channels. */
const freshForMs = 10_000

export function openTariffCache(db: Db, clock: Clock): TariffCache {
  let stored:
    | { readonly page: Promise<ReadonlyMap<number, TariffRecord>>; readonly readMs: number }
    | undefined
  return {
    read: () => {
      const nowMs = clock.nowMs()
      // Also when the clock was set back: an entry from the future would be believed for ever.
      if (stored !== undefined && nowMs >= stored.readMs && nowMs - stored.readMs < freshForMs)
        return stored.page
      const page = readTariffs(db).then((tariffs) => new Map(tariffs.map((one) => [one.tariffId, one])))
      const entry = { page, readMs: nowMs }
      stored = entry
      // A failure is told to those who asked for this page and not kept for the next.
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
