import { type RawBuilder, sql } from 'kysely'

/**
 * The condition on `ledger_entry as entry` of the entry with a reference, those that take it back, and those that put its
 * money back when a refund was given up.
 */
export function ofReference(reference: string): RawBuilder<unknown> {
  const taken = sql`(
    select back.ledger_entry_id from ledger_entry as own join ledger_entry as back on back.reverses_id = own.ledger_entry_id
    where own.reference = ${reference})`
  return sql`entry.reference = ${reference} or entry.ledger_entry_id = any(array${taken})
    or entry.restores_id = any(array${taken})`
}
