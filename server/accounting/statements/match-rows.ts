/**
 * Compares the rows of a statement with our payments, set by set: first by the payment's number; rows without a number,
 * and all of them when not one number is ours, by subscriber, sum and day, then by sum and day. A payment of ours is
 * taken by one row, and a row by one payment. Rows of a bank are compared by what they say (`match-bank-rows.ts`).
 */
import { type RawBuilder, sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { matchBankRows } from './match-bank-rows.ts'

/** All our payments of the statement's system that were ever paid, with the number that the system has for them. */
const oursOf = (system: RawBuilder<unknown>) => sql`
  select provider_tx_id as number, external_id, account_id, amount_tiyin, paid_at, state = 'paid' as stays
    from provider_tx where provider = ${system} and paid_at is not null
  union all
  select orders.order_id, gateway_transaction_id::text, orders.account_id, orders.amount_tiyin, orders.paid_at,
      not exists (select from card_refund as refund where refund.order_id = orders.order_id
        and refund.state <> 'refused' and refund.part_tiyin is null)
    from payment_order as orders
    where ${system} = 'atmos' and orders.paid_at is not null and orders.amount_tiyin > 0
      and gateway_transaction_id is not null
  union all
  select provider_tx_id, external_id, entry.account_id, entry.amount_tiyin, entry.happened_at,
      not exists (select from ledger_entry as back where back.reverses_id = entry.ledger_entry_id)
    from ledger_entry as entry join provider_tx on entry.reference = 'late:' || provider || ':' || external_id
    where entry.kind = 'top_up' and entry.reference like 'late:%' and provider = ${system}`

/** Where the rows of one statement are compared: a million of them are written to the disk once, as they end. */
export async function createStatedRows(trx: DbTransaction): Promise<void> {
  await sql`
    create temp table stated_row (
      stated_row_id integer generated always as identity,
      line integer not null, external_id text not null, theirs_tiyin bigint, ours_tiyin bigint, paid_at timestamptz,
      account text not null default '', number bigint, reference text not null default '',
      kind text not null default 'unread', state text not null default 'matched'
    ) on commit drop`.execute(trx)
}

/** Stores the compared rows as those of the statement. */
async function storeRows(trx: DbTransaction, statementId: number): Promise<void> {
  await sql`
    insert into statement_row (
      statement_id, line, external_id, theirs_tiyin, ours_tiyin, paid_at, account, number, reference, kind, state)
    select ${statementId}, line, external_id, theirs_tiyin, ours_tiyin, paid_at, account, number, reference, kind, state
    from stated_row order by stated_row_id`.execute(trx)
}

/** Compares what is in `stated_row`, and stores it: each row with its kind and state. The statement is locked. */
export async function matchRows(trx: DbTransaction, statementId: number): Promise<void> {
  const {
    system,
    from_day: fromDay,
    to_day: toDay,
  } = await trx
    .selectFrom('statement')
    .select(['system', sql<string>`from_day::text`.as('from_day'), sql<string>`to_day::text`.as('to_day')])
    .where('statement_id', '=', statementId)
    .executeTakeFirstOrThrow()
  if (system === 'bank') {
    await matchBankRows(trx, { fromDay, toDay })
    return storeRows(trx, statementId)
  }
  const from = sql`(${fromDay}::date::timestamp at time zone 'Asia/Tashkent')`
  const until = sql`((${toDay}::date + 1)::timestamp at time zone 'Asia/Tashkent')`
  await sql`
    create temp table own_payment on commit drop as
    select ours.*, abonement, false as is_taken, (paid_at at time zone 'Asia/Tashkent')::date as day
    from (${oursOf(sql`${system}::text`)}) as ours join account using (account_id)
    where paid_at >= ${from} - interval '1 day' and paid_at < ${until} + interval '1 day'
      or external_id in (select external_id from stated_row where external_id <> '')`.execute(trx)
  await sql`create index on own_payment (external_id)`.execute(trx)
  // The rows are of this transaction: without figures about them every join would be planned for a handful.
  await sql`analyze own_payment, stated_row`.execute(trx)
  await matchByNumber(trx)
  const byNumber = await sql`select from stated_row where number is not null limit 1`.execute(trx)
  const hasNumbers = byNumber.rows.length > 0
  await matchBySum(trx, { theirs: sql`row.account`, ours: sql`own.abonement`, hasNumbers })
  // A row that names a subscriber belongs to no other one's payment.
  const nobody = sql`''::text`
  await matchBySum(trx, { theirs: nobody, ours: nobody, hasNumbers, onlyUnnamed: true })
  await sql`
    update stated_row set kind = 'only_theirs', state = 'open' where kind = 'unread'`.execute(trx)
  await sql`
    insert into stated_row (line, external_id, ours_tiyin, paid_at, account, number, kind, state)
    select 0, coalesce(external_id, ''), amount_tiyin, paid_at, abonement, number, 'only_ours', 'open'
    from own_payment where not is_taken and stays and paid_at >= ${from} and paid_at < ${until}
    order by paid_at, number`.execute(trx)
  await sql`drop table own_payment`.execute(trx)
  await storeRows(trx, statementId)
}

/** By number; the second row of one number is a double. */
async function matchByNumber(trx: DbTransaction): Promise<void> {
  await sql`
    with row as (
      select stated_row_id, external_id, theirs_tiyin,
        row_number() over (partition by external_id order by line) as place
      from stated_row where external_id <> ''
    ), matched as (
      update stated_row set number = own.number, ours_tiyin = own.amount_tiyin,
        kind = case when place > 1 then 'twice' when not own.stays then 'refunded'
          when own.amount_tiyin <> row.theirs_tiyin then 'amount' else 'matched' end,
        state = case when place = 1 and own.stays and own.amount_tiyin = row.theirs_tiyin
          then 'matched' else 'open' end
      from row join own_payment as own on own.external_id = row.external_id
      where stated_row.stated_row_id = row.stated_row_id
      returning stated_row.external_id
    )
    update own_payment set is_taken = true where external_id in (select external_id from matched)`.execute(
    trx,
  )
  // A number that is not ours may be in the statement twice too.
  await sql`
    update stated_row set kind = 'twice', state = 'open'
    from (
      select stated_row_id, row_number() over (partition by external_id order by line) as place
      from stated_row where external_id <> '' and kind = 'unread'
    ) as row
    where stated_row.stated_row_id = row.stated_row_id and place > 1`.execute(trx)
}

interface SumKeys {
  /** What must be the same besides sum and day, of a row and of our payment. */
  readonly theirs: RawBuilder<unknown>
  readonly ours: RawBuilder<unknown>
  /** Whether a number of the statement is ours: then its other numbers are of payments that we do not have. */
  readonly hasNumbers: boolean
  /** Only rows that name no subscriber. */
  readonly onlyUnnamed?: boolean
}

/** The n-th row with a sum, a day and this key belongs to our n-th payment with the same. */
async function matchBySum(trx: DbTransaction, keys: SumKeys): Promise<void> {
  const { theirs: theirKey, ours: ourKey } = keys
  await sql`
    with row as (
      select stated_row_id, theirs_tiyin, (paid_at at time zone 'Asia/Tashkent')::date as day,
        ${theirKey} as key, row_number() over (
          partition by theirs_tiyin, (paid_at at time zone 'Asia/Tashkent')::date, ${theirKey} order by line
        ) as place
      from stated_row as row
      where kind = 'unread' and paid_at is not null
        and (external_id = '' or ${!keys.hasNumbers}) and (account = '' or ${keys.onlyUnnamed !== true})
    ), own as (
      select number, amount_tiyin, day, ${ourKey} as key, row_number() over (
        partition by amount_tiyin, day, ${ourKey} order by paid_at, number) as place
      from own_payment as own where not is_taken and stays
    ), matched as (
      update stated_row set number = own.number, ours_tiyin = own.amount_tiyin, kind = 'matched', state = 'matched'
      from row join own on own.amount_tiyin = row.theirs_tiyin and own.day = row.day and own.key = row.key
        and own.place = row.place
      where stated_row.stated_row_id = row.stated_row_id
      returning stated_row.number
    )
    update own_payment set is_taken = true where number in (select number from matched)`.execute(trx)
}
