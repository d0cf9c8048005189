import { type Accounts, openAccounts } from '#server/accounts/accounts.ts'
import { type Audit, auditKey, openAudit } from '#server/audit/audit.ts'
import { type Workplace, openWorkplace } from './open-workplace.ts'
import type { CommandTools } from './command.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { loadOwnSecrets } from '#server/platform/installation/installation.ts'
import type { Secrets } from '#server/platform/installation/secrets.ts'

/** What an operator's command works at: the database and the record of what was done. */
export interface Desk {
  readonly work: Workplace
  readonly audit: Audit
  readonly secrets: Secrets
}

/** The same with the accounts module. */
export interface AccountDesk extends Desk {
  readonly accounts: Accounts
}

/** Opens the desk; `stack` closes it, the last events written. */
export async function openDesk(tools: CommandTools, stack: AsyncDisposableStack): Promise<Desk> {
  const work = await openWorkplace(tools.settings, tools.log, stack)
  const secrets = await loadOwnSecrets(work.db, work.dataDir, systemRandom)
  return { work, secrets, audit: auditOf(tools, stack, work, secrets) }
}

/** The record of what is done, under the key of these secrets. */
export function auditOf(
  { log }: Pick<CommandTools, 'log'>,
  stack: AsyncDisposableStack,
  { db }: Pick<Workplace, 'db'>,
  secrets: Secrets,
): Audit {
  const audit = openAudit({ db, clock: systemClock, log, flushAfterMs: 0, key: auditKey(secrets) })
  stack.defer(() => audit.close())
  return audit
}

export async function openAccountDesk(
  tools: CommandTools,
  stack: AsyncDisposableStack,
): Promise<AccountDesk> {
  const desk = await openDesk(tools, stack)
  const { settings } = tools
  const accounts = openAccounts({
    db: desk.work.db,
    clock: systemClock,
    random: systemRandom,
    pepper: desk.secrets.passwordPepper,
    supportPhone: settings.EKRAN_SUPPORT_PHONE,
    audit: desk.audit,
  })
  return { ...desk, accounts }
}
