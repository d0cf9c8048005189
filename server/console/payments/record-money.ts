import type { Audit, RecordIn, SecurityEvent } from '#server/audit/audit.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

export interface MoneyEvent {
  /** In snake case, with words in the console’s audit texts. */
  readonly event: string
  readonly accountId?: number
  readonly subject: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** The entry of an act with money, written in its transaction: `entryOf` says it from what was done. */
export function moneyEntry<Done>(
  audit: Pick<Audit, 'recordIn'>,
  call: ConsoleCall,
  entryOf: (done: Done, trx: DbTransaction) => MoneyEvent | Promise<MoneyEvent>,
): RecordIn<Done> {
  return async (trx, done) => audit.recordIn(trx, eventOf(await entryOf(done, trx), call))
}

function eventOf(one: MoneyEvent, { staff, clientAddress: address }: ConsoleCall): SecurityEvent {
  const { event, accountId, subject, before, after } = one
  return {
    ...{ event, actor: 'staff', address },
    ...(accountId === undefined ? {} : { accountId }),
    change: {
      ...{ staff: { staffId: staff.staffId, name: staff.name }, section: 'payments', subject },
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  }
}
