import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { queueReceipts } from './queue/find-payments.ts'
import { reconcileReceipts } from './queue/reconcile.ts'
import { sendReceipts } from './queue/send-receipts.ts'
import { createUzumFiscal } from './service/uzum-fiscal.ts'

// A slow service makes a run long: the minutes meanwhile are skipped.
const keep = jobKind({
  name: 'fiscal.send-receipts',
  data: z.object({}),
  tries: 1,
  cron: '* * * * *',
  oneWaits: true,
  limitSec: 3600,
})

const check = jobKind({ name: 'fiscal.reconcile', data: z.object({}), cron: '56 3 * * *', limitSec: 3600 })

/** The every-minute run reads the ledger of the last days, the night's all of it. */
const lookBackMs = 2 * 86_400_000

interface FiscalDeps {
  readonly db: Db
  readonly clock: Clock
  /** Read at each run. Undefined: no receipts are made. */
  readonly settings: Pick<Settings, 'EKRAN_FISCAL'>
}

/** Every minute what is paid is queued and what is due is sent; at night receipts are compared with the ledger. */
export function fiscalWorkers({ db, clock, settings }: FiscalDeps): readonly JobWorker[] {
  return [
    jobWorker(keep, async (_data, { log, signal }) => {
      const { EKRAN_FISCAL: fiscal } = settings
      if (fiscal === undefined) return
      const nowMs = clock.nowMs()
      await queueReceipts(db, { ...fiscal, lookBackMs: nowMs - lookBackMs }, nowMs)
      const service = createUzumFiscal(fiscal)
      const { registered, failed } = await sendReceipts({ db, clock, service }, signal)
      if (registered > 0) log.info('fiscal.receipts_registered', { count: registered })
      if (failed > 0) log.warn('fiscal.receipts_failed', { count: failed })
    }),
    jobWorker(check, async (_data, { log }) => {
      const { EKRAN_FISCAL: fiscal } = settings
      if (fiscal === undefined) return
      await queueReceipts(db, fiscal, clock.nowMs())
      const { differenceCount, failedCount, openCount } = await reconcileReceipts(db, fiscal, clock.nowMs())
      if (differenceCount === 0) log.info('fiscal.reconciled', { open: openCount, failed: failedCount })
      else log.error('fiscal.reconciliation_failed', { count: differenceCount })
    }),
  ]
}
