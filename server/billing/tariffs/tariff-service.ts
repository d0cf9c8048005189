import type { TariffRecord } from './rules.ts'
import { tariffFileText } from './tariff-file.ts'
import type { TariffGround } from './tariff-plan.ts'
import { promotionsByTariff, putTariffs, tariffSubscribers, type PutTariffs } from './tariff-put.ts'
import { changeLines, listLine, tariffLines, type TariffFacts } from './tariff-words.ts'
import { readTariffs } from './tariff.ts'
import type { Db } from '#server/platform/database/database.ts'

/** An operator's actions on tariffs. */
export interface TariffService {
  /** In display order. */
  tariffs(): Promise<readonly TariffRecord[]>
  /** Their subscribers and promotions at this moment (unix milliseconds). */
  facts(ground: TariffGround, nowMs: number): Promise<TariffFacts>
  /** Creates or updates the tariffs of a file, all or none; dry, it only returns what would change. */
  put(target: Parameters<typeof putTariffs>[1]): Promise<PutTariffs>
}

export function openTariffService(db: Db): TariffService {
  return {
    tariffs: () => readTariffs(db),
    facts: async (ground, nowMs) => ({
      ground,
      subscribers: await tariffSubscribers(db, nowMs),
      promotions: await promotionsByTariff(db, nowMs),
    }),
    put: (target) => putTariffs(db, target),
  }
}

/** Tariffs as text for an operator: in one line, in full, their changes, and as a file that can be imported again. */
export const tariffWords = { listLine, tariffLines, changeLines, fileText: tariffFileText }
