/** Webhooks as the staff manages them. */
import { outsideEventTypes, type OutsideEventType } from '#contract/form/outside-events.ts'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createSeal, type Seal } from '#server/platform/installation/seal.ts'
import type { Secrets } from '#server/platform/installation/secrets.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { isWebhookAddress } from '#server/webhooks/delivery/address-rules.ts'
import { newWebhookSecret } from '#server/webhooks/delivery/signature.ts'
import '#server/webhooks/stored/tables.ts'

/** Each is a few connections at once; no installation needs more. */
export const maxWebhooks = 20
/** How long a replaced secret signs beside the new one. */
const formerMs = 24 * 3_600_000

export interface WebhookFields {
  readonly name: string
  readonly address: string
  readonly events: readonly OutsideEventType[]
  readonly isOn: boolean
}

export interface Webhook extends WebhookFields {
  readonly webhookId: number
  readonly createdMs: number
  readonly createdBy: string
  /** Since when every attempt fails; null: it does not. */
  readonly failingSinceMs: number | null
  /** When it was switched off by itself. */
  readonly disabledMs: number | null
  /** Why: `failing` for days, or `gone`, as its receiver said. */
  readonly disabledFor: 'failing' | 'gone' | null
  readonly formerUntilMs: number | null
}

export interface WebhookDeps {
  readonly db: Db
  readonly random: RandomBytes
  readonly seal: Seal
  readonly insideHosts: () => readonly string[]
}

/** Seals the secrets of webhooks. */
export function webhookSeal({ passwordPepper }: Pick<Secrets, 'passwordPepper'>, random: RandomBytes): Seal {
  return createSeal(passwordPepper, 'webhooks', random)
}

/** All webhooks but removed ones, in the order in which they were made. */
export async function listWebhooks(db: Db): Promise<readonly Webhook[]> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('webhook_id')
    .execute()
  return rows.map((row) => ({
    ...{ webhookId: row.webhook_id, name: row.name, address: row.address, isOn: row.is_on },
    events: outsideEventTypes.filter((type) => row.events.includes(type)),
    ...{ createdMs: row.created_at.getTime(), createdBy: row.created_by },
    failingSinceMs: row.failing_since?.getTime() ?? null,
    ...{ disabledMs: row.disabled_at?.getTime() ?? null, disabledFor: row.disabled_for },
    formerUntilMs: row.former_until?.getTime() ?? null,
  }))
}

export type WebhookSaved =
  /** `secret`: of a new one, shown now and never again. `before`: undefined for a new one. */
  | {
      readonly kind: 'saved'
      readonly webhookId: number
      readonly secret: string
      readonly before: Webhook | undefined
    }
  | { readonly kind: 'full'; readonly max: number }
  | { readonly kind: 'wrong_address' | 'not_found' }

/**
 * Makes a webhook (`webhookId` null) or changes one, with its entry in the audit; switched on again it starts without its
 * former failures.
 */
export function saveWebhook(
  deps: WebhookDeps,
  webhookId: number | null,
  fields: WebhookFields,
  made: {
    readonly by: string
    readonly nowMs: number
    readonly record: RecordIn<Extract<WebhookSaved, { readonly kind: 'saved' }>>
  },
): Promise<WebhookSaved> {
  return recordedAct<WebhookSaved, 'saved'>(deps.db, { done: 'saved', record: made.record }, (trx) =>
    save({ ...deps, db: trx }, webhookId, fields, made),
  )
}

async function save(
  { db, random, seal, insideHosts }: WebhookDeps,
  webhookId: number | null,
  { name, address, events, isOn }: WebhookFields,
  { by, nowMs }: { readonly by: string; readonly nowMs: number },
): Promise<WebhookSaved> {
  if (!isWebhookAddress(address, insideHosts())) return { kind: 'wrong_address' }
  const all = await listWebhooks(db)
  const values = { name, address, events: [...events], is_on: isOn }
  if (webhookId === null) {
    if (all.length >= maxWebhooks) return { kind: 'full', max: maxWebhooks }
    const secret = newWebhookSecret(random)
    const made = await db
      .insertInto('webhook')
      .values({ ...values, secret_sealed: seal.close(secret), created_at: new Date(nowMs), created_by: by })
      .returning('webhook_id')
      .executeTakeFirstOrThrow()
    return { kind: 'saved', webhookId: made.webhook_id, secret, before: undefined }
  }
  const before = all.find((one) => one.webhookId === webhookId)
  if (before === undefined) return { kind: 'not_found' }
  const isSwitchedOn = isOn && !before.isOn
  // What failed at the former address says nothing about the new one.
  const isMoved = address !== before.address
  await db
    .updateTable('webhook')
    .set({
      ...values,
      ...(isSwitchedOn || isMoved ? { failing_since: null } : {}),
      ...(isSwitchedOn ? { disabled_at: null, disabled_for: null } : {}),
    })
    .where('webhook_id', '=', webhookId)
    .where('removed_at', 'is', null)
    .execute()
  return { kind: 'saved', webhookId, secret: '', before }
}

/**
 * Removes a webhook at once, with its entry in the audit; a job deletes its log, which may be millions of rows. Undefined:
 * there is none.
 */
export function removeWebhook(
  db: Db,
  webhookId: number,
  nowMs: number,
  record: RecordIn<{ readonly name: string }>,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('webhook')
      .set({ is_on: false, removed_at: new Date(nowMs) })
      .where('webhook_id', '=', webhookId)
      .where('removed_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (row !== undefined) await record(trx, row)
    return row?.name
  })
}

/**
 * Replaces the secret, with its entry in the audit; the former one signs too for a day. Undefined: there is no such
 * webhook.
 */
export function rotateWebhookSecret(
  { db, random, seal }: WebhookDeps,
  webhookId: number,
  nowMs: number,
  record: RecordIn<{ readonly formerUntilMs: number }>,
): Promise<{ readonly secret: string; readonly formerUntilMs: number } | undefined> {
  const secret = newWebhookSecret(random)
  const formerUntilMs = nowMs + formerMs
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('webhook')
      .set((row) => ({
        ...{ former_secret_sealed: row.ref('secret_sealed'), former_until: new Date(formerUntilMs) },
        secret_sealed: seal.close(secret),
      }))
      .where('webhook_id', '=', webhookId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return undefined
    await record(trx, { formerUntilMs })
    return { secret, formerUntilMs }
  })
}
