import { type RawBuilder, sql } from 'kysely'
import { firstProfileNo } from '#contract/accounts/profiles.ts'
import type { Language } from '#contract/form/failures.ts'

/**
 * The language of an account as a scalar of SQL, null where nothing tells: of the app that registered for messages last
 * and is still logged in, else of its Telegram, else the one that was chosen for its first profile.
 */
export function languageOf(accountId: RawBuilder<unknown>, now: Date): RawBuilder<Language | null> {
  return sql`coalesce(
    (select p.language from push_device as p join session as n using (session_id)
      where n.account_id = ${accountId} and n.expires_at > ${now} order by p.registered_at desc limit 1),
    (select l.language from telegram_link as l where l.account_id = ${accountId}),
    (select f.language from profile as f where f.account_id = ${accountId} and f.profile_no = ${firstProfileNo}))`
}
