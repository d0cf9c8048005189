/** Takes a change of an outside service back, its secrets too, without showing them. */
import { outsideServices } from '#contract/form/outside-services.ts'
import {
  type Author,
  type EntityStore,
  type TakenBack,
  type UndoOutcome,
  loadChange,
  undoChange,
} from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { serviceForms } from '#server/platform/settings/services/service-fields.ts'
import { type SealedService, writeService } from '#server/platform/settings/services/stored-services.ts'
import { isWritten } from '#server/platform/settings/settings.ts'
import { nameOfAuthor } from './change-service.ts'
import type { OutsideServiceDeps } from './deps.ts'
import { entriesOf, readSealed, serviceEntity, servicesSection, storeFormer } from './former-services.ts'
import { shownTexts } from './shown-texts.ts'

export type ServiceUndone =
  | UndoOutcome
  /** The environment has the setting by now, which wins. */
  | { readonly kind: 'environment'; readonly variable: string }

/**
 * Makes a service what it was before a set of changes, as a set of its own. A service that was changed since stays as it
 * is and is listed: its address and its secrets belong together, and are never mixed.
 */
export async function undoServiceChange(
  { db, clock, live }: Pick<OutsideServiceDeps, 'db' | 'clock' | 'live'>,
  changeId: number,
  by: Author,
): Promise<ServiceUndone> {
  const loaded = await loadChange(db, changeId, 1)
  if (loaded?.change.section !== servicesSection) return { kind: 'not_found' }
  const service = outsideServices.find((one) => one === loaded.entries[0]?.label)
  const variable = service === undefined ? undefined : serviceForms[service].variable
  if (variable !== undefined && isWritten(live.environment[variable]))
    return { kind: 'environment', variable }
  const stores = { [serviceEntity]: storeFor(nameOfAuthor(by)) }
  return undoChange(db, changeId, { stores, by, nowMs: clock.nowMs() })
}

function storeFor(changedBy: string): EntityStore {
  const byItself = (): never => {
    throw new Error('services are taken back whole')
  }
  return {
    lock: async () => undefined,
    ...{ read: byItself, write: byItself, labelOf: byItself },
    takeBack: (tx, { changeId, nowMs }) => takeBack(tx, { changeId, nowMs, changedBy }),
  }
}

interface Taking {
  readonly changeId: number
  readonly nowMs: number
  readonly changedBy: string
}

async function takeBack(tx: DbTransaction, { changeId, nowMs, changedBy }: Taking): Promise<TakenBack> {
  const row = await tx
    .selectFrom('outside_service_former as former')
    .innerJoin('outside_service as now', 'now.service', 'former.service')
    .selectAll('former')
    .select(['now.service_id', 'now.version as version_now', 'now.changed_by'])
    .where('former.change_id', '=', changeId)
    .executeTakeFirst()
  const service = outsideServices.find((one) => one === row?.service)
  if (row === undefined || service === undefined) return { entries: [], conflicts: [], store: nothing }
  const conflict = [row.service_id, '', row.changed_by] as const
  const stays: TakenBack = { entries: [], conflicts: [conflict], store: nothing }
  const now = await readSealed(tx, service)
  if (row.version_now !== row.version) return stays
  const former: SealedService = { isSet: row.is_set, fields: row.fields, secrets: row.secrets }
  const change = { service, version: row.version, by: changedBy, nowMs, ...former }
  if ((await writeService(tx, change)) === undefined) return stays
  await tx.deleteFrom('outside_service_former').where('change_id', '=', changeId).execute()
  const shown = (state: SealedService, word: string) =>
    state.isSet ? shownTexts(service, state.fields, () => word, Object.keys(state.secrets)) : undefined
  const after = shown(former, 'returned')
  return {
    entries: entriesOf(service, row.service_id, {
      before: shown(now, 'set'),
      ...(after === undefined ? {} : { after }),
    }),
    conflicts: [],
    store: (undoId) =>
      storeFormer(tx, { changeId: undoId, service, version: row.version + 1, former: now, nowMs }),
  }
}

async function nothing(): Promise<void> {
  // Nothing was taken back.
}
