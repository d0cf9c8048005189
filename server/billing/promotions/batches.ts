/** Batches of promo codes: generated or a partner's, stopped, exported. */
import { type SqlBool, sql } from 'kysely'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { type CodeFault, type CodeLine, randomCode, readCodeLines } from './code-words.ts'

/** What a batch is, and what each of its codes gives. Money is tiyin, times are unix milliseconds. */
export interface BatchTerms {
  readonly name: { readonly ru: string; readonly uz: string }
  /** '' for the operator's own. */
  readonly partner: string
  readonly giftTiyin: number
  readonly connects: { readonly tariffId: number; readonly days: number; readonly priceTiyin: number } | null
  readonly validFromMs: number
  readonly validToMs: number
  readonly maxUses: number | null
  readonly budgetTiyin: number | null
  /** How many codes of the batch one person can use. */
  readonly perAccount: number
}

export interface CodeBatch extends BatchTerms {
  readonly batchId: number
  readonly codes: number
  readonly used: number
  readonly spentTiyin: number
  /** False: its codes are still coming, and none can be used. */
  readonly isComplete: boolean
  /** Null while it is not stopped. */
  readonly stoppedMs: number | null
  readonly createdMs: number
  readonly createdBy: string
}

export type BatchRefused =
  | { readonly kind: 'not_found' }
  /** It gives nothing, or it ends before it begins or has ended. */
  | { readonly kind: 'terms'; readonly what: 'gift' | 'dates' | 'tariff' }
  /** It is complete already, or it has no code yet. */
  | { readonly kind: 'state' }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'csv'; readonly fault: CodeFault }

/** `state`: it is complete already, has no code yet, or is stopped or goes on as it should. */
export type BatchSettled =
  | { readonly kind: 'done' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'state' }

const maxCodes = 100_000
const rowsAtOnce = 5000

interface Made {
  /** The client's own name of the request, repeated with it. */
  readonly key?: string
  readonly nowMs: number
  /** The member of staff; '' at the command line. */
  readonly by: string
}

/** Creates a batch whose codes come afterwards (`appendCodes`, `completeBatch`). */
export async function beginBatch(
  db: Db | DbTransaction,
  terms: BatchTerms,
  { nowMs, by, key }: Made,
): Promise<{ readonly kind: 'made'; readonly batchId: number } | BatchRefused> {
  const problem = await termsProblem(db, terms, nowMs)
  if (problem !== undefined) return problem
  const { connects } = terms
  const row = await db
    .insertInto('promotion_batch')
    .values({
      ...{ name_ru: terms.name.ru, name_uz: terms.name.uz, partner: terms.partner },
      ...{ gift_tiyin: terms.giftTiyin, tariff_id: connects?.tariffId ?? null },
      ...{ period_days: connects?.days ?? null, price_tiyin: connects?.priceTiyin ?? null },
      ...{ valid_from: new Date(terms.validFromMs), valid_to: new Date(terms.validToMs) },
      ...{ max_uses: terms.maxUses, budget_tiyin: terms.budgetTiyin, per_account: terms.perAccount },
      ...{ opened_at: null, created_at: new Date(nowMs), created_by: by, request_key: key ?? null },
    })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  return { kind: 'made', batchId: row.batch_id }
}

async function termsProblem(
  db: Db | DbTransaction,
  { giftTiyin, connects, validFromMs, validToMs }: BatchTerms,
  nowMs: number,
): Promise<BatchRefused | undefined> {
  if (giftTiyin <= 0 && connects === null) return { kind: 'terms', what: 'gift' }
  if (validToMs <= validFromMs || validToMs <= nowMs) return { kind: 'terms', what: 'dates' }
  if (connects === null) return undefined
  const tariff = db.selectFrom('tariff').select('tariff_id').where('tariff_id', '=', connects.tariffId)
  return (await tariff.executeTakeFirst()) === undefined ? { kind: 'terms', what: 'tariff' } : undefined
}

/** `repeated`: the same request made it before. `other_request`: its key came with another one, and nothing was made. */
export type BatchGenerated =
  | { readonly kind: 'made'; readonly batchId: number }
  | { readonly kind: 'repeated'; readonly batchId: number }
  | { readonly kind: 'other_request' }
  | BatchRefused

/** Creates a batch of `count` new codes, all or none; once for a key. */
export async function generateBatch(
  db: Db,
  { count, prefix, ...terms }: BatchTerms & { readonly count: number; readonly prefix: string },
  {
    record,
    ...made
  }: Made & { readonly random: RandomBytes; readonly record: RecordIn<{ readonly batchId: number }> },
): Promise<BatchGenerated> {
  return recordedAct<BatchGenerated, 'made'>(db, { done: 'made', record }, async (trx) => {
    const former = made.key === undefined ? undefined : await findByKey(trx, made.key)
    if (former !== undefined)
      return isSameBatch(former, terms, count)
        ? { kind: 'repeated', batchId: former.batchId }
        : { kind: 'other_request' }
    const begun = await beginBatch(trx, terms, made)
    if (begun.kind !== 'made') return begun
    let missing = count
    // A code that exists already is replaced; there are a million times more than exist.
    for (let tries = 0; missing > 0 && tries < count; tries += 1) {
      const size = Math.min(missing, rowsAtOnce)
      const codes = Array.from({ length: size }, () => randomCode(prefix, made.random))
      missing -= (
        await insertCodes(
          trx,
          begun.batchId,
          codes.map((code) => ({ code, uses: 1 })),
        )
      ).size
    }
    if (missing > 0) throw new Error('no free promo codes are left')
    await trx
      .updateTable('promotion_batch')
      .set({ codes: count, opened_at: new Date(made.nowMs) })
      .where('batch_id', '=', begun.batchId)
      .execute()
    return begun
  })
}

/** The batch that a request with this key made; another one with it waits until this transaction ends. */
async function findByKey(trx: DbTransaction, key: string): Promise<CodeBatch | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('promotion_batch'), hashtext(${key}))`.execute(trx)
  const row = await trx
    .selectFrom('promotion_batch')
    .select('batch_id')
    .where('request_key', '=', key)
    .executeTakeFirst()
  return row === undefined ? undefined : (await listBatches(trx, row.batch_id))[0]
}

function isSameBatch(batch: CodeBatch, terms: BatchTerms, count: number): boolean {
  const facts = (one: BatchTerms) => [
    ...[one.name.ru, one.name.uz, one.partner, one.giftTiyin, one.perAccount, one.maxUses, one.budgetTiyin],
    ...[one.validFromMs, one.validToMs, one.connects?.tariffId, one.connects?.days, one.connects?.priceTiyin],
  ]
  const [were, are] = [facts(batch), facts(terms)]
  return batch.codes === count && were.every((fact, nth) => fact === are[nth])
}

/** Writes codes with the terms of their batch; returns those that did not exist before. */
async function insertCodes(
  trx: DbTransaction,
  batchId: number,
  codes: readonly Pick<CodeLine, 'code' | 'uses'>[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`
    insert into promotion (kind, code, name_ru, name_uz, gift_tiyin, tariff_id, period_days, price_tiyin,
      valid_from, valid_to, max_total, batch_id)
    select 'code', one.code, name_ru, name_uz, gift_tiyin, tariff_id, period_days, price_tiyin, valid_from, valid_to,
      one.uses, batch_id
    from promotion_batch cross join unnest(${codes.map(({ code }) => code)}::text[],
      ${codes.map(({ uses }) => uses)}::integer[]) as one (code, uses)
    where batch_id = ${batchId}
    on conflict (code) do nothing returning code`.execute(trx)
  return new Set(rows.map(({ code }) => code))
}

type Appended = { readonly kind: 'appended'; readonly codes: number } | BatchRefused

/** Adds lines of a partner's CSV to a batch that is not complete, all or none. Lines that it has all are not added again. */
export async function appendCodes(
  db: Db,
  { batchId, csv, firstLine }: { readonly batchId: number; readonly csv: string; readonly firstLine: number },
): Promise<Appended> {
  const read = readCodeLines(csv, firstLine)
  if (!('codes' in read)) return { kind: 'csv', fault: read }
  try {
    return await db.transaction().execute(async (trx): Promise<Appended> => {
      const batch = await lockIncomplete(trx, batchId)
      if (batch.kind !== 'incomplete') return batch
      if (await hasAll(trx, batchId, read.codes)) return { kind: 'appended', codes: batch.codes }
      const codes = batch.codes + read.codes.length
      if (codes > maxCodes) return { kind: 'too_many' }
      for (let at = 0; at < read.codes.length; at += rowsAtOnce) {
        const part = read.codes.slice(at, at + rowsAtOnce)
        const added = await insertCodes(trx, batchId, part)
        const taken = part.find(({ code }) => !added.has(code))
        if (taken !== undefined)
          throw new Taken({ line: taken.line, field: 'code', why: 'taken', text: taken.code })
      }
      await trx.updateTable('promotion_batch').set({ codes }).where('batch_id', '=', batchId).execute()
      return { kind: 'appended', codes }
    })
  } catch (error) {
    if (error instanceof Taken) return { kind: 'csv', fault: error.fault }
    throw error
  }
}

/** Whether all these codes are in the batch: the request is repeated, and its answer was lost. */
async function hasAll(trx: DbTransaction, batchId: number, codes: readonly CodeLine[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from promotion
    join unnest(${codes.map(({ code }) => code)}::text[], ${codes.map(({ uses }) => uses)}::integer[]) as one (code, uses)
      on promotion.code = one.code and promotion.max_total = one.uses
    where batch_id = ${batchId}`.execute(trx)
  return rows[0]?.count === codes.length
}

/** Ends the transaction: a code of the file exists already. */
class Taken extends Error {
  readonly fault: CodeFault

  constructor(fault: CodeFault) {
    super(fault.why)
    this.fault = fault
  }
}

async function lockIncomplete(trx: DbTransaction, batchId: number) {
  const row = await trx
    .selectFrom('promotion_batch')
    .select(['codes', 'opened_at'])
    .where('batch_id', '=', batchId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return { kind: 'not_found' } as const
  const { codes, opened_at: openedAt } = row
  return openedAt === null ? ({ kind: 'incomplete', codes } as const) : ({ kind: 'state' } as const)
}

/** From now on the codes of the batch can be used. */
export async function completeBatch(
  db: Db,
  { batchId, nowMs }: { readonly batchId: number; readonly nowMs: number },
  record: RecordIn<unknown>,
): Promise<BatchSettled> {
  return recordedAct<BatchSettled, 'done'>(db, { done: 'done', record }, async (trx) => {
    const batch = await lockIncomplete(trx, batchId)
    if (batch.kind !== 'incomplete') return batch
    if (batch.codes === 0) return { kind: 'state' }
    await trx
      .updateTable('promotion_batch')
      .set({ opened_at: new Date(nowMs) })
      .where('batch_id', '=', batchId)
      .execute()
    return { kind: 'done' }
  })
}

/** Removes a batch that was never complete. */
export async function discardBatch(
  db: Db,
  batchId: number,
  record: RecordIn<unknown>,
): Promise<BatchSettled> {
  return recordedAct<BatchSettled, 'done'>(db, { done: 'done', record }, async (trx) => {
    const batch = await lockIncomplete(trx, batchId)
    if (batch.kind !== 'incomplete') return batch
    await trx.deleteFrom('promotion').where('batch_id', '=', batchId).execute()
    await trx.deleteFrom('promotion_batch').where('batch_id', '=', batchId).execute()
    return { kind: 'done' }
  })
}

/** Stops a batch, so that no code of it can be used, or lets it go on. What was used stays. */
export async function stopBatch(
  db: Db,
  {
    batchId,
    isStopped,
    nowMs,
  }: { readonly batchId: number; readonly isStopped: boolean; readonly nowMs: number },
  record: RecordIn<unknown>,
): Promise<BatchSettled> {
  const isMeant = sql<SqlBool>`(stopped_at is not null) <> ${isStopped}`
  return recordedAct<BatchSettled, 'done'>(db, { done: 'done', record }, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('promotion_batch')
      .set({ stopped_at: isStopped ? new Date(nowMs) : null })
      .where('batch_id', '=', batchId)
      .where('opened_at', 'is not', null)
      .where(isMeant)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return { kind: 'done' }
    return (await listBatches(trx, batchId)).length === 0 ? { kind: 'not_found' } : { kind: 'state' }
  })
}

const maxListed = 500

/** The batches, the latest first, or the one with this number. */
export async function listBatches(db: Db | DbTransaction, batchId?: number): Promise<readonly CodeBatch[]> {
  const rows = await db
    .selectFrom('promotion_batch')
    .selectAll()
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? 0))
    .orderBy('batch_id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    batchId: row.batch_id,
    name: { ru: row.name_ru, uz: row.name_uz },
    partner: row.partner,
    giftTiyin: row.gift_tiyin,
    connects:
      row.tariff_id === null || row.period_days === null || row.price_tiyin === null
        ? null
        : { tariffId: row.tariff_id, days: row.period_days, priceTiyin: row.price_tiyin },
    ...{ validFromMs: row.valid_from.getTime(), validToMs: row.valid_to.getTime() },
    ...{ maxUses: row.max_uses, budgetTiyin: row.budget_tiyin, perAccount: row.per_account },
    ...{ codes: row.codes, used: row.used, spentTiyin: row.spent_tiyin },
    ...{ isComplete: row.opened_at !== null, stoppedMs: row.stopped_at?.getTime() ?? null },
    ...{ createdMs: row.created_at.getTime(), createdBy: row.created_by },
  }))
}

/** The codes of a batch as CSV, read in pages while it is written. */
export async function* exportCodes(db: Db, batchId: number): AsyncGenerator<string> {
  yield 'code;uses;used\r\n'
  let after = 0
  for (let page = 0; page <= maxCodes / rowsAtOnce; page += 1) {
    const rows = await db
      .selectFrom('promotion')
      .select(['promotion_id', 'code', 'max_total', 'used'])
      .where('batch_id', '=', batchId)
      .where('promotion_id', '>', after)
      .orderBy('promotion_id')
      .limit(rowsAtOnce)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)?.promotion_id ?? after
    yield rows.map((row) => `${row.code ?? ''};${row.max_total ?? ''};${row.used}\r\n`).join('')
  }
}
