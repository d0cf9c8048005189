import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the base tariff of the account of a subscription is paused: suspended additional tariffs do not go on then.
 * `subscription`: the name that the statement has for it.
 */
export function isBasePaused(subscription: string, nowMs: number): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from subscription as paused_base
    where paused_base.account_id = ${sql.ref(`${subscription}.account_id`)} and paused_base.is_base
      and paused_base.state = 'active' and paused_base.paused_until > ${new Date(nowMs)})`
}
