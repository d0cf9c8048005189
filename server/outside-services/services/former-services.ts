/**
 * What services were before their changes. The former secrets stay sealed, and only as long as a change can be taken
 * back.
 */
import type { OutsideServiceName } from '#contract/form/outside-services.ts'
import {
  type Author,
  type EntryOfChange,
  diffStates,
  recordChange,
  undoDays,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { FieldTexts } from '#server/platform/settings/services/service-fields.ts'
import type { SealedService } from '#server/platform/settings/services/stored-services.ts'
import './tables.ts'

/** The section of their sets of changes, which has an endpoint of its own for taking back. */
export const servicesSection = 'services'
export const serviceEntity = 'outside_service'

const notSet: SealedService = { isSet: false, fields: {}, secrets: {} }

/** As it lies in the database, locked until the transaction ends. */
export async function readSealed(tx: DbTransaction, service: OutsideServiceName): Promise<SealedService> {
  const row = await tx
    .selectFrom('outside_service')
    .select(['is_set', 'fields', 'secrets'])
    .where('service', '=', service)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? notSet : { isSet: row.is_set, fields: row.fields, secrets: row.secrets }
}

interface RecordedChange {
  readonly service: OutsideServiceName
  readonly serviceId: number
  readonly title: string
  readonly by: Author
  readonly nowMs: number
  /** Without secrets; absent: it was, or is, not set. */
  readonly shown: { readonly before?: FieldTexts | undefined; readonly after?: FieldTexts }
  /** The version that was replaced. */
  readonly version: number
  readonly former: SealedService
}

/** Records a change in its transaction. Returns the number of the set; 0 when nothing is different. */
export async function recordServiceChange(tx: DbTransaction, change: RecordedChange): Promise<number> {
  const { service, serviceId, title, by, nowMs, shown, version, former } = change
  const changeId = await recordChange(tx, {
    ...{ kind: 'edit', section: servicesSection, title, by, nowMs },
    entries: entriesOf(service, serviceId, shown),
  })
  if (changeId !== 0) await storeFormer(tx, { changeId, service, version: version + 1, former, nowMs })
  return changeId
}

/** What differs between two shown states. */
export function entriesOf(
  service: OutsideServiceName,
  serviceId: number,
  { before, after }: RecordedChange['shown'],
): readonly EntryOfChange[] {
  const states = (texts: FieldTexts | undefined) => new Map(texts === undefined ? [] : [[serviceId, texts]])
  return diffStates(serviceEntity, states(before), states(after), () => service)
}

interface FormerService {
  readonly changeId: number
  readonly service: OutsideServiceName
  /** The version that the change made. */
  readonly version: number
  readonly former: SealedService
  readonly nowMs: number
}

/** Stores what a service was before a set of changes. */
export async function storeFormer(tx: DbTransaction, stored: FormerService): Promise<void> {
  const { changeId, service, version, former, nowMs } = stored
  await tx
    .insertInto('outside_service_former')
    .values({
      ...{ change_id: changeId, service, version, is_set: former.isSet, made_at: new Date(nowMs) },
      ...{ fields: JSON.stringify(former.fields), secrets: JSON.stringify(former.secrets) },
    })
    .execute()
}

const dayMs = 86_400_000

/** Deletes what no change can be taken back with any more. Returns how many. */
export async function deleteFormer(db: Db, nowMs: number): Promise<number> {
  const deleted = await db
    .deleteFrom('outside_service_former')
    .where('made_at', '<=', new Date(nowMs - undoDays * dayMs))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
