import type { Workplace } from '#server/operator/open-workplace.ts'
import { openWorkplace } from '#server/operator/open-workplace.ts'
import type { CommandTools } from '#server/operator/run-command.ts'
import type { Audit } from '#server/audit/audit.ts'
import { openAudit } from '#server/audit/audit.ts'
import { systemClock } from '#server/platform/clock.ts'

/** What an operator's command works at: the database and the record of what was done. */
export interface Desk {
  readonly work: Workplace
  readonly audit: Audit
}

/** Opens the desk; `stack` closes it, the last events written. */
export async function openDesk(tools: CommandTools, stack: AsyncDisposableStack): Promise<Desk> {
  const work = await openWorkplace(tools.settings, tools.log, stack)
  const audit = openAudit({ db: work.db, clock: systemClock, log: tools.log, flushAfterMs: 0 })
  stack.defer(() => audit.close())
  return { work, audit }
}
