/** An act on a subscriber is done once, however often its form is sent, and is in the audit. */
import type { Audit } from '#server/audit/audit.ts'
import { lockWallets } from '#server/billing/billing.ts'
import type { KeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  type ActBy,
  type ActRequest,
  type ActTraces,
  type Stopped,
  type StoredAct,
  lookUpAct,
  writeAct,
} from './act-store.ts'

export interface ActDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Pick<Audit, 'recordIn'>
  /** Acts on one account wait for each other here without a connection. */
  readonly withLock: KeyedMutex
}

type Values = Readonly<Record<string, unknown>>

export interface WorkDone<Result> {
  readonly kind: 'done'
  /** Plain data, given again to a repeated request. */
  readonly result: Result
  /** For the audit. */
  readonly before: Values
  readonly after: Values
  readonly traces?: ActTraces
  readonly device?: string
  /** The module that did it has written it into the audit. */
  readonly isRecorded?: boolean
}

export type Performed<Result, Refusal> =
  | Stopped
  | Refusal
  | { readonly kind: 'acted'; readonly act: StoredAct<Result> }

/**
 * Does an act in one transaction with its row and its entry in the audit, under the lock of the account's wallet and of the other one's. Work that returns something else
 * than `done` must have written nothing.
 */
export async function performAct<Result, Refusal extends { readonly kind: string } = never>(
  deps: ActDeps,
  request: ActRequest,
  work: (trx: DbTransaction, nowMs: number) => Promise<WorkDone<Result> | Refusal>,
): Promise<Performed<Result, Refusal>> {
  const { db, clock } = deps
  return deps.withLock(request.accountId, () =>
    db.transaction().execute(async (trx) => {
      if (!(await exists(trx, request.accountId))) return { kind: 'not_found' } as const
      // Together: two acts on the same two accounts never wait for each other.
      const { accountId, otherAccountId = accountId } = request
      await lockWallets(trx, [accountId, otherAccountId])
      const former = await lookUpAct<Result>(trx, request)
      if (former.kind === 'done') return { kind: 'acted', act: former.act } as const
      if (former.kind !== 'free') return former
      const nowMs = clock.nowMs()
      const done = await work(trx, nowMs)
      if (!isDone<Result, Refusal>(done)) return done
      const { result, traces = {} } = done
      const act = await writeAct(trx, request, { result, traces, nowMs })
      await recordAct(deps, trx, { request, actId: act.actId, done })
      return { kind: 'acted', act } as const
    }),
  )
}

/**
 * Does an act whose work has transactions of its own (accounts, streams) and may be repeated: a process that dies
 * between the work and the row with its entry leaves an act that is done again under the same key.
 */
export async function performAround<Result, Refusal extends { readonly kind: string } = never>(
  deps: ActDeps,
  request: ActRequest,
  work: () => Promise<WorkDone<Result> | Refusal>,
): Promise<Performed<Result, Refusal>> {
  return deps.withLock(request.accountId, async () => {
    if (!(await exists(deps.db, request.accountId))) return { kind: 'not_found' }
    const former = await lookUpAct<Result>(deps.db, request)
    if (former.kind === 'done') return { kind: 'acted', act: former.act }
    if (former.kind !== 'free') return former
    const done = await work()
    if (!isDone<Result, Refusal>(done)) return done
    const { result, traces = {} } = done
    const nowMs = deps.clock.nowMs()
    return deps.db.transaction().execute(async (trx) => {
      const act = await writeAct(trx, request, { result, traces, nowMs })
      if (done.isRecorded !== true) await recordAct(deps, trx, { request, actId: act.actId, done })
      return { kind: 'acted', act } as const
    })
  })
}

function isDone<Result, Refusal extends { readonly kind: string }>(
  outcome: WorkDone<Result> | Refusal,
): outcome is WorkDone<Result> {
  return outcome.kind === 'done'
}

async function exists(db: Db | DbTransaction, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

type Recorded = Pick<WorkDone<unknown>, 'before' | 'after' | 'device'>

async function recordAct(
  deps: Pick<ActDeps, 'audit'>,
  trx: DbTransaction,
  { request, actId, done }: { readonly request: ActRequest; readonly actId: number; readonly done: Recorded },
): Promise<void> {
  const { accountId, kind, reason, by } = request
  await recordOf(deps, trx, { accountId, event: `subscriber_${kind}`, reason, by, actId, ...done })
}

/** Writes what was done into the audit, with its reason, as the last statement of its transaction. */
export async function recordOf(
  { audit }: Pick<ActDeps, 'audit'>,
  trx: DbTransaction,
  recorded: Recorded & {
    readonly accountId: number
    readonly event: string
    readonly reason: string
    readonly by: ActBy
    readonly actId: number
  },
): Promise<void> {
  const { accountId, event, reason, by, actId, before, after, device } = recorded
  await audit.recordIn(trx, {
    ...{ event, accountId, facts: { reason, act: actId } },
    actor: by.staff === undefined ? 'operator' : 'staff',
    ...(by.address === undefined ? {} : { address: by.address }),
    ...(device === undefined ? {} : { device }),
    change: {
      ...(by.staff === undefined ? {} : { staff: by.staff }),
      ...{ section: 'subscribers', subject: `subscriber ${accountId}`, before, after },
    },
  })
}
