import { type Accounts, openAccounts } from '#server/accounts/accounts.ts'
import { type Audit, auditKey, openAudit } from '#server/audit/audit.ts'
import { type Workplace, openWorkplace } from './open-workplace.ts'
import type { CommandTools } from './command.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readInstallationKey } from '#server/platform/installation/installation-key.ts'
import { loadOwnSecrets } from '#server/platform/installation/installation.ts'
import type { Secrets } from '#server/platform/installation/secrets.ts'
import { openLiveSettings } from '#server/platform/settings/services/live-settings.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** The services of an operator's command: the database and the audit. */
export interface Services {
  readonly work: Workplace
  readonly audit: Audit
  readonly secrets: Secrets
  /** As a running Ekran has them: those of the environment, and the stored outside services. */
  readonly settings: Settings
}

/** The same with the accounts module. */
export interface AccountServices extends Services {
  readonly accounts: Accounts
}

/** Opens the services; `stack` closes them after the last audit events are written. */
export async function openServices(tools: CommandTools, stack: AsyncDisposableStack): Promise<Services> {
  const work = await openWorkplace(tools.settings, tools.log, stack)
  const key = await readInstallationKey(tools.settings)
  const secrets = await loadOwnSecrets(work.db, work.dataDir, systemRandom, { key })
  const { settings } = await openLiveSettings({
    ...{ environment: {}, ...tools, db: work.db, secrets, random: systemRandom },
  })
  return { work, secrets, settings, audit: auditOf(tools, stack, work, secrets) }
}

/** The audit, under the key of these secrets. */
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

export async function openAccountServices(
  tools: CommandTools,
  stack: AsyncDisposableStack,
): Promise<AccountServices> {
  const services = await openServices(tools, stack)
  const { settings } = tools
  const accounts = openAccounts({
    db: services.work.db,
    clock: systemClock,
    random: systemRandom,
    pepper: services.secrets.passwordPepper,
    supportPhone: settings.EKRAN_SUPPORT_PHONE,
    audit: services.audit,
  })
  return { ...services, accounts }
}
