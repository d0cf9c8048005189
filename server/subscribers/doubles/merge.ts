/** Two accounts of one person become one; the other is closed and leads to it. It cannot be undone. */
import { sql } from 'kysely'
import { type Accounts, generatePassword } from '#server/accounts/accounts.ts'
import { moveStanding, previewMove } from '#server/billing/billing.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { type ActRequest, isErased, mergedInto, referenceOf } from '#server/subscribers/acts/act-store.ts'
import { type ActDeps, type Performed, performAct } from '#server/subscribers/acts/perform-act.ts'
import { countOpenPayments } from '#server/subscribers/personal/open-payments.ts'
import { type MergedProfiles, type MergeEffectDeps, readMergedProfiles } from './merge-effect.ts'
import { mergeCards, mergeDealer, mergeDevices, mergeRows } from './merge-rows.ts'

export interface MergeDeps extends ActDeps {
  readonly accounts: Pick<Accounts, 'setPassword' | 'endSessions' | 'findByName'>
  readonly random: RandomBytes
}

/** What would go to the account that goes on. */
export interface MergePreview extends MergedProfiles {
  readonly from: {
    readonly accountId: number
    readonly abonement: string
    readonly name: string
    readonly phone: string | null
  }
  readonly balanceTiyin: number
  readonly tariffs: readonly number[]
  readonly devices: number
  readonly cards: number
  /** Favourites, ratings, and what was watched. */
  readonly watching: number
}

export type MergeRefusal =
  | { readonly kind: 'number_unknown' | 'itself' | 'trial_account' | 'same_tariff' | 'two_bases' }
  /** The one that goes on is closed; the other is blocked, and would be open by the merge. */
  | { readonly kind: 'into_closed' | 'blocked' }
  | { readonly kind: 'payments_open'; readonly count: number }
  /** One of them is closed for good already. */
  | { readonly kind: 'erased' }
  | { readonly kind: 'merged'; readonly abonement: string }

type Target = { readonly accountId: number; readonly from: string }

/** What a merge would do now, or why it is refused. `from`: the number or the phone of the other account. */
export async function previewMerge(
  deps: Pick<MergeDeps, 'db' | 'accounts' | 'clock'> & MergeEffectDeps,
  target: Target,
): Promise<MergePreview | MergeRefusal | { readonly kind: 'not_found' }> {
  const { db, accounts } = deps
  const [from, another] = await accounts.findByName(target.from)
  if (from === undefined || another !== undefined) return { kind: 'number_unknown' }
  const refusal = await refusalOf(db, from.accountId, target.accountId)
  if (refusal !== undefined) return refusal
  const both = { fromId: from.accountId, toId: target.accountId }
  const { balanceTiyin, tariffs } = await previewMove(db, both)
  const profiles = await readMergedProfiles(deps, both, deps.clock.nowMs())
  const { rows } = await sql<{ devices: number; cards: number; watching: number }>`
    select (select count(*) from device where account_id = ${from.accountId})::integer as devices,
      (select count(*) from card where account_id = ${from.accountId} and deleted_at is null)::integer as cards,
      ((select count(*) from favourite_title where account_id = ${from.accountId})
        + (select count(*) from favourite_channel where account_id = ${from.accountId})
        + (select count(*) from title_rating where account_id = ${from.accountId})
        + (select count(*) from watching where account_id = ${from.accountId}))::integer as watching`.execute(
    db,
  )
  const [counts = { devices: 0, cards: 0, watching: 0 }] = rows
  const { accountId, abonement, name, phone } = from
  return { from: { accountId, abonement, name, phone }, balanceTiyin, tariffs, ...counts, ...profiles }
}

async function refusalOf(
  db: Db | DbTransaction,
  fromId: number,
  toId: number,
): Promise<MergeRefusal | { readonly kind: 'not_found' } | undefined> {
  if (fromId === toId) return { kind: 'itself' }
  const accounts = await db
    .selectFrom('account')
    .select(['account_id', 'is_test', 'state'])
    .where('account_id', 'in', [fromId, toId])
    .execute()
  const [from, to] = [fromId, toId].map((id) => accounts.find((one) => one.account_id === id))
  if (from === undefined || to === undefined) return { kind: 'not_found' }
  if (from.is_test !== to.is_test) return { kind: 'trial_account' }
  for (const id of [fromId, toId]) {
    if (await isErased(db, id)) return { kind: 'erased' }
    const into = await mergedInto(db, id)
    if (into !== undefined) return { kind: 'merged', abonement: into.abonement }
  }
  if (to.state === 'deactivated') return { kind: 'into_closed' }
  if (from.state === 'blocked' && to.state !== 'blocked') return { kind: 'blocked' }
  const { both, hasTwoBases } = await previewMove(db, { fromId, toId })
  if (both.length > 0) return { kind: 'same_tariff' }
  if (hasTwoBases) return { kind: 'two_bases' }
  const open = await countOpenPayments(db, [fromId])
  return open > 0 ? { kind: 'payments_open', count: open } : undefined
}

export interface MergeRequest extends Omit<ActRequest, 'kind' | 'inputs'> {
  /** The number or the phone of the other account, which is closed. */
  readonly from: string
}

export interface MergeResult {
  readonly fromId: number
  readonly movedTiyin: number
  readonly tariffs: number
  readonly devices: number
  readonly rows: number
}

/**
 * Moves tariffs with their paid time, the balance in double entry, devices, cards, profiles, favourites, history, messages,
 * complaints and notes to the account of the request. The other is signed out and closed; a login with its number or phone
 * leads to this one. Its payments and its ledger stay with it. An account that belongs to no dealer gets the other's.
 */
export async function mergeSubscribers(
  deps: MergeDeps,
  { from, ...request }: MergeRequest,
): Promise<Performed<MergeResult, MergeRefusal>> {
  const { accountId } = request
  const [other, another] = await deps.accounts.findByName(from)
  if (other === undefined || another !== undefined) return { kind: 'number_unknown' }
  const fromId = other.accountId
  const act = { ...request, kind: 'merged', inputs: [fromId], otherAccountId: fromId }
  const outcome = await performAct<MergeResult, MergeRefusal | { readonly kind: 'not_found' }>(
    deps,
    act,
    async (trx, nowMs) => {
      const refusal = await refusalOf(trx, fromId, accountId)
      if (refusal !== undefined) return refusal
      const { tariffs } = await previewMove(trx, { fromId, toId: accountId })
      const { movedTiyin } = await moveStanding(
        trx,
        { fromId, toId: accountId, reference: referenceOf(request) },
        nowMs,
      )
      const rows = await mergeRows(trx, fromId, accountId, nowMs)
      const devices = await mergeDevices(trx, fromId, accountId)
      const cards = await mergeCards(trx, fromId, accountId)
      const dealer = await mergeDealer(trx, { fromId, toId: accountId, ...request }, nowMs)
      await sql`update account set merged_into = ${accountId} where merged_into = ${fromId}`.execute(trx)
      await sql`update account set state = 'deactivated', merged_into = ${accountId}
        where account_id = ${fromId}`.execute(trx)
      return {
        ...{ kind: 'done', result: { fromId, movedTiyin, tariffs: tariffs.length, devices, rows } },
        before: { from: other.abonement },
        after: {
          ...{ balance: movedTiyin / 100, tariffs, devices, cards, rows },
          ...(dealer === undefined ? {} : { dealer }),
        },
      }
    },
  )
  // The password of the closed account is good for nothing, and every process forgets its sessions.
  if (outcome.kind === 'acted' && !outcome.act.isRepeated) {
    const by = { actor: 'system' } as const
    await deps.accounts.setPassword(fromId, generatePassword(deps.random), undefined, by)
    await deps.accounts.endSessions(fromId, undefined, by)
  }
  return outcome
}
