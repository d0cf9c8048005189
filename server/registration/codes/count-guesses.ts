/** Guesses at a code, counted per network, so that strangers cannot use up the guesses of the phone's owner. */
import { timingSafeEqual } from 'node:crypto'
import { codeHash, type CodeBookDeps } from './one-time-code.ts'
import { triesElsewhere, type CodeWay, type Purpose } from './rules.ts'
import { codeTries } from '#contract/form/constants.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

export type TriedCode =
  | { readonly kind: 'right'; readonly codeId: number; readonly way: CodeWay }
  | { readonly kind: 'wrong'; readonly left: number }
  /** No code could match: none was requested, or it is used, replaced, expired or has too many guesses. */
  | { readonly kind: 'spent'; readonly isLastTry: boolean }

export interface Guess {
  readonly purpose: Purpose
  readonly phone: string
  readonly code: string
  /** The network of the guess, as `networkOf` names it. */
  readonly network: string
}

interface CountedGuess {
  readonly code_id: number
  readonly code_hash: string
  readonly way: CodeWay
  /** How many guesses this network has left. */
  readonly left: number
}

/**
 * Compares a code. The guess is counted before it is compared, under the lock of the code's row, so that of fifty
 * concurrent requests five are compared. A network has five guesses at a code; all networks except the one that
 * requested it have `triesElsewhere` together, and that one always has its five. A right code stays valid until
 * `endCode`.
 */
export async function tryCode(
  deps: Pick<CodeBookDeps, 'db' | 'codeSecret'>,
  guess: Guess,
  nowMs: number,
): Promise<TriedCode> {
  const counted = await deps.db.transaction().execute((trx) => countGuess(trx, guess, nowMs))
  if (counted === undefined) return { kind: 'spent', isLastTry: false }
  const { purpose, phone, code } = guess
  const hash = codeHash(deps.codeSecret, purpose, phone, code.replace(/[\s-]/g, ''))
  if (timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(counted.code_hash, 'hex')))
    return { kind: 'right', codeId: counted.code_id, way: counted.way }
  return counted.left === 0 ? { kind: 'spent', isLastTry: true } : { kind: 'wrong', left: counted.left }
}

/** Undefined when there is no code, or no guess left at it. */
async function countGuess(
  trx: DbTransaction,
  { purpose, phone, network }: Guess,
  nowMs: number,
): Promise<CountedGuess | undefined> {
  const row = await trx
    .selectFrom('one_time_code')
    .innerJoin('code_request', 'code_request.request_id', 'one_time_code.request_id')
    .select(['code_id', 'code_hash', 'one_time_code.way', 'tries', 'code_request.network as asked_from'])
    .where('one_time_code.purpose', '=', purpose)
    .where('one_time_code.phone', '=', phone)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .forUpdate('one_time_code')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { code_id, code_hash, way } = row
  const isElsewhere = row.asked_from !== network
  const own = await trx
    .selectFrom('code_guess')
    .select('tries')
    .where('code_id', '=', code_id)
    .where('network', '=', network)
    .executeTakeFirst()
  const before = own?.tries ?? 0
  if (before >= codeTries || (isElsewhere && row.tries >= triesElsewhere)) return undefined
  await changeTries(trx, { codeId: code_id, network, isElsewhere }, 1)
  const left = codeTries - before - 1
  return {
    code_id,
    code_hash,
    way,
    left: isElsewhere ? Math.min(left, triesElsewhere - row.tries - 1) : left,
  }
}

/** Returns the guess after a right code that was checked and not used. */
export async function giveTryBack(db: Db, codeId: number, network: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('one_time_code')
      .innerJoin('code_request', 'code_request.request_id', 'one_time_code.request_id')
      .select('code_request.network')
      .where('code_id', '=', codeId)
      .forUpdate('one_time_code')
      .executeTakeFirst()
    if (row === undefined) return
    await changeTries(trx, { codeId, network, isElsewhere: row.network !== network }, -1)
  })
}

/** Under the lock of the code's row. */
async function changeTries(
  trx: DbTransaction,
  of: { readonly codeId: number; readonly network: string; readonly isElsewhere: boolean },
  by: 1 | -1,
): Promise<void> {
  const { codeId: code_id, network } = of
  await trx
    .insertInto('code_guess')
    .values({ code_id, network, tries: Math.max(0, by) })
    .onConflict((conflict) =>
      conflict.columns(['code_id', 'network']).doUpdateSet(({ eb, fn, val }) => ({
        tries: fn<number>('greatest', [eb('code_guess.tries', '+', by), val(0)]),
      })),
    )
    .execute()
  if (!of.isElsewhere) return
  await trx
    .updateTable('one_time_code')
    .set(({ eb, fn, val }) => ({ tries: fn<number>('greatest', [eb('tries', '+', by), val(0)]) }))
    .where('code_id', '=', code_id)
    .execute()
}
