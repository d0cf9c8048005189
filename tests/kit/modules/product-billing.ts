/** The billing module on the running product's database, for states that no endpoint can make, such as an overdue subscription. */
import { inject } from 'vitest'
import { openBilling, type Billing } from '#server/billing/billing.ts'
import { openWorkplace } from '#server/cli/command/open-workplace.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

export interface ProductBilling {
  readonly billing: Billing
  accountIdOf(abonement: string): Promise<number>
  close(): Promise<void>
}

export async function openProductBilling(): Promise<ProductBilling> {
  const read = readSettings({ EKRAN_DATA: inject('product').dataDir })
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'))
  const stack = new AsyncDisposableStack()
  const { db } = await openWorkplace(read.settings, silentLog, stack)
  return {
    billing: openBilling({ db, clock: systemClock }),
    accountIdOf: async (abonement) => {
      const query = db.selectFrom('account').select('account_id').where('abonement', '=', abonement)
      return (await query.executeTakeFirstOrThrow()).account_id
    },
    close: () => stack.disposeAsync(),
  }
}
