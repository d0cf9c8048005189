/** Outside services as they are stored: plain fields, and secrets that only this installation can open. */
import { sql } from 'kysely'
import { type OutsideServiceName, outsideServices } from '#contract/form/outside-services.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { createSeal, type Seal } from '#server/platform/installation/seal.ts'
import type { Secrets } from '#server/platform/installation/secrets.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { type FieldTexts, serviceForms } from './service-fields.ts'

/** Notified when a service was changed; no payload. */
export const servicesChangedChannel = 'outside_services_changed'

export interface StoredService {
  readonly service: OutsideServiceName
  /** For the next change, which must name it; 0 for a service that was never set. */
  readonly version: number
  readonly isSet: boolean
  /** All values, the opened secrets too: not to be shown. */
  readonly texts: FieldTexts
  readonly secretNames: readonly string[]
  /** False: its secrets were sealed by another installation's key. `texts` has none of them then. */
  readonly isReadable: boolean
  readonly changedBy: string
  readonly changedMs: number
}

/** Seals one secret of a service; one of another service or field cannot be opened by it. */
export type ServiceSeal = (service: OutsideServiceName, field: string) => Seal

/** Seals with the key of this installation. */
export function serviceSeal(
  { passwordPepper }: Pick<Secrets, 'passwordPepper'>,
  random: RandomBytes,
): ServiceSeal {
  return (service, field) => createSeal(passwordPepper, `outside service ${service} ${field}`, random)
}

/** All services that were ever set. */
export async function loadServices(db: Db, seal: ServiceSeal): Promise<readonly StoredService[]> {
  const rows = await db.selectFrom('outside_service').selectAll().limit(outsideServices.length).execute()
  return rows.flatMap((row) => {
    const service = outsideServices.find((one) => one === row.service)
    if (service === undefined) return []
    const opened = openSecrets(service, row.secrets, seal)
    return {
      ...{ service, version: row.version, isSet: row.is_set, texts: { ...row.fields, ...opened } },
      secretNames: Object.keys(row.secrets),
      isReadable: opened !== undefined,
      ...{ changedBy: row.changed_by, changedMs: row.changed_at.getTime() },
    }
  })
}

function openSecrets(
  service: OutsideServiceName,
  sealed: Readonly<Record<string, string>>,
  seal: ServiceSeal,
): FieldTexts | undefined {
  try {
    return Object.fromEntries(
      Object.entries(sealed).map(([name, text]) => [name, seal(service, name).open(text)]),
    )
  } catch {
    return undefined
  }
}

export interface ServiceChange {
  readonly service: OutsideServiceName
  /** The version that was shown. */
  readonly version: number
  /** All values, the secrets too; undefined removes the service. */
  readonly texts: FieldTexts | undefined
  readonly by: string
  readonly nowMs: number
}

/** A service as it lies in the database, its secrets sealed. */
export interface SealedService {
  readonly isSet: boolean
  readonly fields: FieldTexts
  readonly secrets: FieldTexts
}

export interface SealedChange extends SealedService {
  readonly service: OutsideServiceName
  /** The version that it replaces; 0 for a service that was never set. */
  readonly version: number
  readonly by: string
  readonly nowMs: number
}

/** Seals the values of a change. */
export function sealService(seal: ServiceSeal, change: ServiceChange): SealedChange {
  const { service, version, texts, by, nowMs } = change
  const { fields } = serviceForms[service]
  const part = (isSecret: boolean) =>
    fields
      .filter((field) => (field.isSecret === true) === isSecret && (texts?.[field.name] ?? '') !== '')
      .map(({ name }) => [name, texts?.[name] ?? ''] as const)
  const sealed = part(true).map(([name, text]) => [name, seal(service, name).close(text)])
  return {
    ...{ service, version, by, nowMs, isSet: texts !== undefined },
    ...{ fields: Object.fromEntries(part(false)), secrets: Object.fromEntries(sealed) as FieldTexts },
  }
}

/**
 * Writes a service and notifies all processes once the transaction ends. Returns its number; undefined when its version
 * is another one by now.
 */
export async function writeService(tx: DbTransaction, change: SealedChange): Promise<number | undefined> {
  const { service, version, isSet, fields, secrets, by, nowMs } = change
  const values = {
    ...{ is_set: isSet, fields: JSON.stringify(fields), secrets: JSON.stringify(secrets) },
    ...{ changed_by: by, changed_at: new Date(nowMs) },
  }
  const written =
    version === 0
      ? await tx
          .insertInto('outside_service')
          .values({ service, version: 1, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('service_id')
          .executeTakeFirst()
      : await tx
          .updateTable('outside_service')
          .set({ ...values, version: version + 1 })
          .where('service', '=', service)
          .where('version', '=', version)
          .returning('service_id')
          .executeTakeFirst()
  if (written === undefined) return undefined
  await sql`select pg_notify(${servicesChangedChannel}, '')`.execute(tx)
  return written.service_id
}
