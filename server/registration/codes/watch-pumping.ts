import { sql } from 'kysely'
import { dayMs, hourMs, judgePumping, pumpingSample } from './rules.ts'
import { codeLifeSec } from '#contract/form/constants.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'

/** Detects codes that are requested and never entered (SMS pumping, paid per message). */
export interface PumpingWatch {
  /** Checks the last sent codes. Called after each; never throws. */
  check(): Promise<void>
  /** All codes of the hour are used up: none is sent until it has passed. */
  allSpent(): void
  /** Counts the result of a request, for the metrics. */
  count(outcome: CodeOutcome): void
}

export type CodeOutcome = 'sent' | 'failed' | 'silent' | 'refused' | 'used'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly audit: Pick<Audit, 'record'>
}

export function watchPumping(deps: Deps): PumpingWatch {
  const { clock, log, metrics, audit } = deps
  const counts: Record<CodeOutcome, number> = { sent: 0, failed: 0, silent: 0, refused: 0, used: 0 }
  let share: number | undefined
  let isAlarm = false
  let spentSaidMs: number | undefined
  metrics.gauge(
    'ekran_codes_used_share',
    'Share of the last 50 codes sent that was entered; not a number while fewer were sent in a day',
    () => share ?? Number.NaN,
  )
  metrics.gauge('ekran_codes_pumping_alarm', 'Is 1 while too few of the codes sent are entered', () =>
    isAlarm ? 1 : 0,
  )
  metrics.gaugeByLabel(
    'ekran_codes',
    'One-time codes since the start of this process, by what became of them',
    'outcome',
    () => counts,
  )
  const sound = (why: string, facts: Record<string, number>) => {
    log.error('registration.pumping_suspected', { why, ...facts })
    void audit.record({ event: 'pumping_alarm', actor: 'system', facts: { why, ...facts } })
  }
  return {
    check: async () => {
      try {
        const { sent, used } = await lastSent(deps.db, clock.nowMs())
        const judged = judgePumping(sent, used)
        share = judged.usedShare
        if (judged.isAlarm && !isAlarm) sound('few codes are used', { sent, used })
        if (!judged.isAlarm && isAlarm) log.info('registration.pumping_over', { sent, used })
        isAlarm = judged.isAlarm
      } catch (error) {
        log.warn('registration.pumping_check_failed', { error })
      }
    },
    allSpent: () => {
      const nowMs = clock.nowMs()
      if (spentSaidMs !== undefined && nowMs - spentSaidMs < hourMs) return
      spentSaidMs = nowMs
      sound('the codes of the hour are all sent', {})
    },
    count: (outcome) => {
      counts[outcome] += 1
    },
  }
}

/** The last sent codes that have expired: a newer one may still be entered. */
async function lastSent(db: Db, nowMs: number): Promise<{ readonly sent: number; readonly used: number }> {
  const [from, until] = [new Date(nowMs - dayMs), new Date(nowMs - codeLifeSec * 1000)]
  const { rows } = await sql<{ sent: number; used: number }>`
    select count(*) as sent, count(used_at) as used from (
      select used_at from code_request
      where outcome = 'sent' and requested_at > ${from} and requested_at <= ${until}
      order by requested_at desc limit ${pumpingSample}
    ) as last`.execute(db)
  return rows[0] ?? { sent: 0, used: 0 }
}
