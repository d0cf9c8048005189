import type { Audit, RecordIn, SecurityEvent } from '#server/audit/audit.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

type OperatorEvent = Omit<SecurityEvent, 'actor'>

/** The entry of an act at the command line, written in its transaction: `entryOf` says it from what was done. */
export function operatorEntry<Done>(
  { audit }: { readonly audit: Pick<Audit, 'recordIn'> },
  entryOf: (done: Done, trx: DbTransaction) => OperatorEvent | Promise<OperatorEvent>,
): RecordIn<Done> {
  return async (trx, done) => audit.recordIn(trx, { ...(await entryOf(done, trx)), actor: 'operator' })
}
