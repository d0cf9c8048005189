/** Where alarms are sent, by hand. A secret can be replaced and is never shown again. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Seal } from '#server/platform/installation/seal.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { TargetKind, TargetLanguage } from '#server/alarms/stored/tables.ts'

export const maxTargets = 50
export const targetKinds = ['telegram', 'email', 'webhook', 'sms'] as const satisfies readonly TargetKind[]
export const minWebhookKey = 16

export interface TargetFields {
  readonly kind: TargetKind
  readonly name: string
  readonly address: string
  /** '' leaves the stored one. */
  readonly secret: string
  readonly language: TargetLanguage
}

export interface StaffTarget extends Omit<TargetFields, 'secret'> {
  readonly targetId: number
  readonly hasSecret: boolean
  /** The Bot API that the token of a bot was entered for. */
  readonly secretOrigin: string
}

export type TargetSaved =
  | { readonly kind: 'saved'; readonly targetId: number; readonly before: StaffTarget | undefined }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'wrong'; readonly field: 'address' | 'secret' }
  | { readonly kind: 'full'; readonly max: number }

export async function listTargets(db: Db): Promise<readonly StaffTarget[]> {
  const rows = await db.selectFrom('alarm_target').selectAll().orderBy('target_id').execute()
  return rows.map((row) => ({
    ...{ targetId: row.target_id, kind: row.kind, name: row.name, address: row.address },
    ...{ language: row.language, hasSecret: row.secret_sealed !== '' },
    secretOrigin: row.secret_origin,
  }))
}

const addressForms: Readonly<Record<TargetKind, (address: string) => boolean>> = {
  // A number, negative for a group, or the name of a public channel.
  telegram: (address) => /^(?:-?\d{1,20}|@\w{4,64})$/.test(address),
  email: (address) => /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/.test(address),
  webhook: (address) => /^https?:\/\/\S+$/i.test(address) && URL.canParse(address),
  sms: (address) => /^\+[1-9]\d{8,14}$/.test(address),
}
const secretForms: Readonly<Record<TargetKind, (secret: string) => boolean>> = {
  telegram: (secret) => /^\d{3,20}:[\w-]{10,100}$/.test(secret),
  webhook: (secret) => secret.length >= minWebhookKey,
  email: (secret) => secret === '',
  sms: (secret) => secret === '',
}

/** Which field of a target is wrong; `hasSecret`: one is stored that stays. */
export function wrongTargetField(
  { kind, address, secret }: TargetFields,
  hasSecret: boolean,
): 'address' | 'secret' | undefined {
  if (!addressForms[kind](address)) return 'address'
  if (secret === '' && hasSecret) return undefined
  return secretForms[kind](secret) ? undefined : 'secret'
}

/** Scheme, host and port of the Bot API, as tokens are entered for it. */
export function originOfApi({ EKRAN_TELEGRAM_API: api }: Pick<Settings, 'EKRAN_TELEGRAM_API'>): string {
  return new URL(api).origin
}

export interface TargetDeps {
  readonly db: Db
  readonly seal: Pick<Seal, 'close'>
  readonly settings: Pick<Settings, 'EKRAN_TELEGRAM_API'>
}

/** `targetId` null adds one. The secret is required when the kind needs one and none is stored. */
export async function saveTarget(
  { db, seal, settings }: TargetDeps,
  targetId: number | null,
  fields: TargetFields,
): Promise<TargetSaved> {
  return db.transaction().execute(async (tx) => {
    const all = await listTargets(tx)
    const before = all.find((target) => target.targetId === targetId)
    if (targetId !== null && before === undefined) return { kind: 'not_found' }
    if (targetId === null && all.length >= maxTargets) return { kind: 'full', max: maxTargets }
    // A secret goes only where it was entered for: with another address it is entered again.
    const origin = originOfApi(settings)
    const isSameWay =
      before?.kind === fields.kind &&
      before.address === fields.address &&
      (fields.kind !== 'telegram' || before.secretOrigin === origin)
    const field = wrongTargetField(fields, isSameWay && before.hasSecret)
    if (field !== undefined) return { kind: 'wrong', field }
    const { kind, name, address, language, secret } = fields
    const values = {
      ...{ kind, name, address, language },
      ...(secret === '' && isSameWay
        ? {}
        : { secret_sealed: secret === '' ? '' : seal.close(secret), secret_origin: origin }),
    }
    if (targetId !== null) {
      await tx.updateTable('alarm_target').set(values).where('target_id', '=', targetId).execute()
      return { kind: 'saved', targetId, before }
    }
    const added = await tx
      .insertInto('alarm_target')
      .values(values)
      .returning('target_id')
      .executeTakeFirstOrThrow()
    return { kind: 'saved', targetId: added.target_id, before: undefined }
  })
}

/** Returns the removed target; undefined without such a one. Rules lose it. */
export async function removeTarget(db: Db, targetId: number): Promise<StaffTarget | undefined> {
  return db.transaction().execute(async (tx) => {
    const before = (await listTargets(tx)).find((target) => target.targetId === targetId)
    await tx
      .updateTable('alarm_rule')
      .set({ target_ids: sql<number[]>`array_remove(target_ids, ${targetId}::integer)` })
      .execute()
    await tx.deleteFrom('alarm_target').where('target_id', '=', targetId).execute()
    return before
  })
}
