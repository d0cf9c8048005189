import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { type CodeClient, readHistory } from './code-history.ts'
import { prefixOf } from './mobile-phone.ts'
import {
  type CodeDecision,
  type CodeHistory,
  type CodeWay,
  type Purpose,
  decide,
  needsCaptcha,
} from './rules.ts'
import { codeLength, codeLifeSec } from '#contract/form/constants.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type RandomBytes, digitCode } from '#server/platform/primitives/ids.ts'
import type { KeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'

export interface CodeBookDeps {
  readonly db: Db
  readonly random: RandomBytes
  /** Decisions about codes queue inside the process for their lock, without a connection each. */
  readonly withLock: KeyedMutex
  /** Keys the HMAC of codes; stored outside the database. */
  readonly codeSecret: string
  /** The limit of codes for all phones in an hour. */
  readonly codesPerHour: number
}

export interface CodeRequest extends CodeClient {
  readonly way: CodeWay
  /** A validated solved challenge, by its signature, or undefined. */
  readonly captcha: { readonly signature: string; readonly expiresAtMs: number } | undefined
  /** No account has this phone: all steps are the same, but no code can match. */
  readonly isSilent: boolean
}

export interface NewCode {
  readonly kind: 'made'
  readonly requestId: number
  /** Undefined for a silent request. */
  readonly code: string | undefined
  /** With this request included. */
  readonly history: CodeHistory
}

/** Every decision about a code is serialized over all processes: "ekrc" as a number. */
const codeLock = 0x656b_7263

/**
 * Counts the request, or refuses it with the reason. Counting and writing are one short transaction under one lock of
 * the whole database, so no two processes ever use the same budget; a refusal that is certain without the lock does
 * not wait for it.
 */
export async function createCode(
  deps: CodeBookDeps,
  request: CodeRequest,
  nowMs: number,
): Promise<NewCode | Exclude<CodeDecision, { kind: 'go' }> | { readonly kind: 'captcha_used' }> {
  const { db, codesPerHour } = deps
  const hasCaptcha = request.captcha !== undefined
  const foreseen = decide(await readHistory(db, request, codesPerHour, nowMs), hasCaptcha, nowMs)
  if (foreseen.kind !== 'go') return foreseen
  const code = digitCode(deps.random, codeLength)
  const decideUnderLock = async (trx: DbTransaction) => {
    await sql`select pg_advisory_xact_lock(${codeLock})`.execute(trx)
    const former = await readHistory(trx, request, codesPerHour, nowMs)
    const decision = decide(former, hasCaptcha, nowMs)
    if (decision.kind !== 'go') return decision
    // A captcha that was not needed is not used up.
    if (needsCaptcha(former) && !(await spendCaptcha(trx, request.captcha)))
      return { kind: 'captcha_used' } as const
    const requestId = await insertRequest(trx, request, nowMs)
    // A silent request stores the hash of a value that cannot be entered.
    const hash = request.isSilent
      ? Buffer.from(deps.random(32)).toString('hex')
      : codeHash(deps.codeSecret, request.purpose, request.phone, code)
    await replaceCode(trx, request, { requestId, hash, nowMs })
    const history = await readHistory(trx, request, codesPerHour, nowMs)
    return { kind: 'made', requestId, code: request.isSilent ? undefined : code, history } as const
  }
  return deps.withLock('codes', () => db.transaction().execute(decideUnderLock))
}

/** Marks a challenge as used; false when it was used before. */
export async function spendCaptcha(
  trx: DbTransaction,
  captcha: { readonly signature: string; readonly expiresAtMs: number } | undefined,
): Promise<boolean> {
  if (captcha === undefined) return false
  const spent = await trx
    .insertInto('used_captcha')
    .values({ signature: captcha.signature, expires_at: new Date(captcha.expiresAtMs) })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .executeTakeFirst()
  return (spent.numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function insertRequest(trx: DbTransaction, request: CodeRequest, nowMs: number): Promise<number> {
  const row = await trx
    .insertInto('code_request')
    .values({
      purpose: request.purpose,
      phone: request.phone,
      network: request.network,
      prefix: prefixOf(request.phone),
      way: request.way,
      requested_at: new Date(nowMs),
      outcome: request.isSilent ? 'silent' : 'pending',
    })
    .returning('request_id')
    .executeTakeFirstOrThrow()
  return row.request_id
}

async function replaceCode(
  trx: DbTransaction,
  { purpose, phone, way }: CodeRequest,
  made: { readonly requestId: number; readonly hash: string; readonly nowMs: number },
): Promise<void> {
  const now = new Date(made.nowMs)
  await trx
    .updateTable('one_time_code')
    .set({ ended_at: now })
    .where('purpose', '=', purpose)
    .where('phone', '=', phone)
    .where('ended_at', 'is', null)
    .execute()
  await trx
    .insertInto('one_time_code')
    .values({
      request_id: made.requestId,
      purpose,
      phone,
      way,
      code_hash: made.hash,
      created_at: now,
      expires_at: new Date(made.nowMs + codeLifeSec * 1000),
    })
    .execute()
}

/** Uses a code; false when another request did, or it was replaced. In `trx` a rollback makes it valid again. */
export async function endCode(db: Db | DbTransaction, codeId: number, nowMs: number): Promise<boolean> {
  const now = new Date(nowMs)
  const ended = await db
    .updateTable('one_time_code')
    .set({ ended_at: now })
    .where('code_id', '=', codeId)
    .where('ended_at', 'is', null)
    .returning('request_id')
    .executeTakeFirst()
  if (ended === undefined) return false
  await db
    .updateTable('code_request')
    .set({ used_at: now })
    .where('request_id', '=', ended.request_id)
    .execute()
  return true
}

/** Makes a used code valid again after its operation failed. */
export async function giveCodeBack(db: Db, codeId: number): Promise<void> {
  await db
    .updateTable('one_time_code as mine')
    .set({ ended_at: null })
    .where('code_id', '=', codeId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('one_time_code as newer')
            .select('newer.code_id')
            .whereRef('newer.purpose', '=', 'mine.purpose')
            .whereRef('newer.phone', '=', 'mine.phone')
            .where('newer.ended_at', 'is', null),
        ),
      ),
    )
    .execute()
}

/** Stores the result of the delivery. A code that was not sent is ended, unless that would reveal something. */
export async function writeOutcome(
  db: Db,
  requestId: number,
  outcome: 'sent' | 'failed',
  ends: boolean,
  nowMs: number,
): Promise<void> {
  await db.updateTable('code_request').set({ outcome }).where('request_id', '=', requestId).execute()
  if (outcome === 'sent' || !ends) return
  await db
    .updateTable('one_time_code')
    .set({ ended_at: new Date(nowMs) })
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .execute()
}

/** 64 hex digits. It includes the purpose and the phone, so a row's hash is useless in another row. */
export function codeHash(secret: string, purpose: Purpose, phone: string, code: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${phone}\n${code}`).digest('hex')
}

/** The code went to Telegram instead of an SMS, whose budgets it counts in. */
export async function markByTelegram(db: Db, requestId: number): Promise<void> {
  await db
    .updateTable('code_request')
    .set({ by_telegram: true })
    .where('request_id', '=', requestId)
    .execute()
}
