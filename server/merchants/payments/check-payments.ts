import { sql } from 'kysely'
import { providers } from './rules.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Checks whether the payments of the systems and the ledger agree: each completed payment has its one entry with its
 * amount, each refunded one has one more, and no other entry refers to a payment. Returns the first difference, as
 * text for an operator; undefined when there is none. Only reads.
 */
export function checkPayments(db: Db): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    // It reads the whole ledger; the statement timeout of requests is too short.
    await sql`set local statement_timeout = '30min'`.execute(trx)
    for (const look of looks) {
      const { rows } = await look.execute(trx)
      const [first] = rows
      if (first !== undefined) return first.what
    }
    return undefined
  })
}

const looks = [
  sql<{ what: string }>`
    select format('payment %s:%s was taken and the ledger has no entry of its %s tiyin', provider, external_id,
      tx.amount_tiyin) as what
    from provider_tx as tx where state in ('paid', 'refunded') and not exists (
      select from ledger_entry as entry where entry.reference = provider || ':' || external_id
        and entry.account_id = tx.account_id and entry.amount_tiyin = tx.amount_tiyin)
    order by provider_tx_id limit 1`,
  sql<{ what: string }>`
    select format('payment %s:%s was given back and the ledger has no entry of that', provider, external_id) as what
    from provider_tx as tx where state = 'refunded' and not exists (
      select from ledger_entry as entry join ledger_entry as paid on paid.ledger_entry_id = entry.reverses_id
      where paid.reference = provider || ':' || external_id
        and entry.account_id = tx.account_id and entry.amount_tiyin = -tx.amount_tiyin
        and not exists (select from ledger_entry as again where again.restores_id = entry.ledger_entry_id))
    order by provider_tx_id limit 1`,
  sql<{ what: string }>`
    select format('the refund of payment %s:%s is not in the ledger', provider, external_id) as what
    from provider_refund as refund join provider_tx as tx using (provider_tx_id)
    where not exists (
        select from ledger_entry as entry join ledger_entry as paid on paid.ledger_entry_id = entry.reverses_id
        where entry.ledger_entry_id = refund.ledger_entry_id and paid.reference = provider || ':' || external_id
          and entry.account_id = tx.account_id and entry.amount_tiyin = -refund.amount_tiyin)
      or (refund.state = 'withdrawn') <> exists (
        select from ledger_entry as entry where entry.restores_id = refund.ledger_entry_id
          and entry.account_id = tx.account_id and entry.amount_tiyin = refund.amount_tiyin)
    order by provider_tx_id limit 1`,
  sql<{ what: string }>`
    select format('of payment %s:%s more was given back than was paid', provider, external_id) as what
    from provider_refund as refund join provider_tx as tx using (provider_tx_id)
    where refund.state <> 'withdrawn'
    group by provider_tx_id, provider, external_id, tx.amount_tiyin
    having sum(refund.amount_tiyin) > tx.amount_tiyin
    order by provider_tx_id limit 1`,
  sql<{ what: string }>`
    select format('entry %s (%s) names a payment that does not stand so', ledger_entry_id, reference) as what
    from ledger_entry as entry
    where split_part(reference, ':', 1) = any(${[...providers]}) and not exists (
      select from provider_tx as tx
      where tx.provider = split_part(reference, ':', 1) and tx.external_id = split_part(reference, ':', 2)
        and (reference = tx.provider || ':' || tx.external_id and tx.state in ('paid', 'refunded')
          or split_part(reference, ':', 3) = 'reversal' and tx.state = 'refunded'
            and entry.amount_tiyin = -tx.amount_tiyin
          or exists (
            select from provider_refund as refund where refund.provider_tx_id = tx.provider_tx_id and (
              refund.ledger_entry_id = entry.ledger_entry_id and entry.amount_tiyin = -refund.amount_tiyin
              or refund.ledger_entry_id = entry.restores_id and refund.state = 'withdrawn'
                and entry.amount_tiyin = refund.amount_tiyin))))
    order by ledger_entry_id limit 1`,
]
