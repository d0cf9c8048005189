import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { accrueCommissions } from './commissions/accrue.ts'
import { readsAll } from './commissions/commission-facts.ts'
import { checkDealers } from './entries/check-dealers.ts'
import { attachNewcomers } from './subscribers/attach.ts'

// A long run makes the minutes meanwhile skipped.
const accrue = jobKind({
  ...{ name: 'dealers.accrue', data: z.object({}), tries: 1, cron: '* * * * *' },
  ...{ oneWaits: true, limitSec: 3600 },
})
const check = jobKind({ name: 'dealers.check', data: z.object({}), cron: '26 3 * * *', limitSec: 3600 })

/** The every-minute run reads the ledger of the last days, the night's all of it. */
const lookBackMs = 2 * 86_400_000

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** Every minute newcomers are attached and commissions follow payments; at night the books are checked. */
export function dealerWorkers({ db, clock }: Deps): readonly JobWorker[] {
  return [
    jobWorker(accrue, async () => {
      await attachNewcomers(db)
      await accrueCommissions(db, { fromMs: clock.nowMs() - lookBackMs }, clock.nowMs())
    }),
    jobWorker(check, async (_data, { log }) => {
      await attachNewcomers(db)
      await accrueCommissions(db, {}, clock.nowMs())
      const what = await readsAll(db, checkDealers)
      if (what === undefined) log.info('dealers.checked', {})
      else log.error('dealers.check_failed', { what })
    }),
  ]
}
