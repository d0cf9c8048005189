/** Sends the summary of the week on Mondays. */
import * as z from 'zod/mini'
import { sendText, type SendingTools } from '#server/alarms/alarms.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, type Jobs, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { dayOf, mondayOf } from '#server/reports/days/days.ts'
import { weeklyText } from './weekly-text.ts'
import { languageOfWaiting, noteSent, waitingForWeek } from './weekly-targets.ts'

// Again in the next hours, for a service that was off at nine.
const start = jobKind({ name: 'reports.start-weekly', data: z.object({}), cron: '0 9-18 * * 1' })
const send = jobKind({
  ...{ name: 'reports.send-weekly', data: z.object({ targetId: z.int(), week: z.string() }) },
  ...{ tries: 6, retryDelaySec: 30, limitSec: 300, onePerKey: true },
})

class SummaryNotSent extends Error {
  override readonly name = 'SummaryNotSent'
}

export interface WeeklyTools extends SendingTools {
  readonly db: Db
  readonly jobs: Pick<Jobs, 'send'>
}

export function weeklyWorkers(tools: WeeklyTools): readonly JobWorker[] {
  const { db, clock, jobs, publicUrl } = tools
  return [
    jobWorker(start, async () => {
      const week = mondayOf(dayOf(clock.nowMs()))
      for (const targetId of await waitingForWeek(db, week))
        await jobs.send(send, { targetId, week }, { onceKey: String(targetId) })
    }),
    jobWorker(send, async ({ targetId, week }, { signal, log, attempt }) => {
      const language = await languageOfWaiting(db, targetId, week)
      if (language === undefined) return
      const text = await weeklyText(db, week, { language, publicUrl })
      const outcome = await sendText(tools, targetId, text, signal)
      const isOver = outcome.kind === 'sent' || outcome.isFinal || attempt >= send.tries
      if (isOver) await noteSent(db, targetId, week)
      if (outcome.kind === 'sent') return
      if (!isOver) throw new SummaryNotSent(outcome.problem)
      log.warn('reports.weekly_not_sent', { targetId, reason: outcome.problem })
    }),
  ]
}
