import type { TariffRecord } from './rules.ts'
import { tariffFileText } from './tariff-file.ts'
import type { TariffGround } from './tariff-plan.ts'
import { promotionsByTariff, putTariffs, tariffSubscribers, type PutTariffs } from './tariff-put.ts'
import { changeLines, listLine, tariffLines, type TariffFacts } from './tariff-words.ts'
import { readTariffs } from './tariff.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What an operator does with tariffs. */
export interface TariffService {
  /** In the order they are shown. */
  tariffs(): Promise<readonly TariffRecord[]>
  /** Who has them and what connects them at this moment (unix milliseconds). */
  facts(ground: TariffGround, nowMs: number): Promise<TariffFacts>
  /** Makes tariffs be as a file says, all or none; dry, it only says what would change. */
  put(target: Parameters<typeof putTariffs>[1]): Promise<PutTariffs>
}

export function openTariffService(db: Db): TariffService {
  return {
    tariffs: () => readTariffs(db),
    facts: async (ground, nowMs) => ({
      ground,
      subscribers: await tariffSubscribers(db),
      promotions: await promotionsByTariff(db, nowMs),
    }),
    put: (target) => putTariffs(db, target),
  }
}

/** Tariffs in an operator's words: in a line, in full, what changes in them, and as a file that can be put back. */
export const tariffWords = { listLine, tariffLines, changeLines, fileText: tariffFileText }
