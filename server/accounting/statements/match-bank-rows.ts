/**
 * Compares the rows of a bank's statement with what was credited from such statements before. The payer sets a
 * document's number, so it identifies nothing alone: day, number, sum and account together do, and of rows without a
 * number also which of the equal ones it is. That is the reference of the credit, so the same row is recognised in every
 * file that has it: `bank:<day>:<number>:<tiyin>:<place>:<account>`.
 */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'

interface BankStatement {
  /** Days in Tashkent, both included. */
  readonly fromDay: string
  readonly toDay: string
}

/** Compares what is in `stated_row`, each with a day. Each gets its reference, kind and state. */
export async function matchBankRows(trx: DbTransaction, statement: BankStatement): Promise<void> {
  const { fromDay, toDay } = statement
  await sql`
    update stated_row set reference = 'bank:' || row.day || ':' || external_id || ':' || theirs_tiyin || ':'
      || case when external_id = '' then place else 1 end || ':' || account
    from (
      select stated_row_id, to_char(paid_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day,
        row_number() over (
          partition by to_char(paid_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD'), theirs_tiyin, account, external_id
          order by line) as place
      from stated_row
    ) as row
    where stated_row.stated_row_id = row.stated_row_id`.execute(trx)
  await sql`
    update stated_row set number = entry.ledger_entry_id, ours_tiyin = entry.amount_tiyin,
      kind = verdict.kind, state = case verdict.kind when 'matched' then 'matched' else 'open' end
    from (
      select stated_row_id, reference, row_number() over (partition by reference order by line) as place
      from stated_row
    ) as row
    left join ledger_entry as entry on entry.reference = row.reference
    cross join lateral (
      select case when place > 1 then 'twice' when entry.ledger_entry_id is null then 'only_theirs'
        when exists (select from ledger_entry as back where back.reverses_id = entry.ledger_entry_id) then 'refunded'
        else 'matched' end as kind
    ) as verdict
    where stated_row.stated_row_id = row.stated_row_id`.execute(trx)
  await sql`
    insert into stated_row (line, external_id, ours_tiyin, paid_at, account, number, reference, kind, state)
    select 0, split_part(reference, ':', 3), amount_tiyin,
      day::date::timestamp at time zone 'Asia/Tashkent', abonement, ledger_entry_id, reference, 'only_ours', 'open'
    from ledger_entry as entry join account using (account_id)
      cross join lateral (select substr(reference, 6, 10) as day) as paid
    where kind = 'top_up' and reference like 'bank:%' and day between ${fromDay} and ${toDay}
      and not exists (select from ledger_entry as back where back.reverses_id = entry.ledger_entry_id)
      and not exists (select from stated_row as row where row.reference = entry.reference)
    order by day, ledger_entry_id`.execute(trx)
}
