/** The Telegram of an account. An account has one, and a Telegram belongs to one account. */
import { sql } from 'kysely'
import type { Language } from '#contract/form/failures.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

export interface TelegramLink {
  readonly accountId: number
  readonly userId: number
  readonly name: string
  readonly language: Language
  readonly linkedMs: number
  /** The person has blocked the bot: nothing reaches them. */
  readonly isBlocked: boolean
  /** The phone that its person shared with the bot, `+998` and nine digits; null: none. */
  readonly checkedPhone: string | null
  /** Notifications go to Telegram too. */
  readonly notices: boolean
  /** Codes of logins and of a new password go to Telegram instead of an SMS. */
  readonly codes: boolean
}

/** Who writes to the bot. */
export interface TelegramPerson {
  readonly userId: number
  readonly name: string
  readonly language: Language
}

type Row = Awaited<ReturnType<typeof rowOf>>

function rowOf(db: Db, column: 'account_id' | 'telegram_user_id', value: number) {
  return db.selectFrom('telegram_link').selectAll().where(column, '=', value).executeTakeFirst()
}

function linkOf(row: Row): TelegramLink | undefined {
  if (row === undefined) return undefined
  return {
    ...{ accountId: row.account_id, userId: Number(row.telegram_user_id), name: row.name },
    ...{ language: row.language, linkedMs: row.linked_at.getTime(), isBlocked: row.blocked_at !== null },
    ...{ checkedPhone: row.checked_phone, notices: row.notices, codes: row.codes },
  }
}

/** Whether it has the phone of the account: only then it gets codes and logs in. */
export function hasPhone(link: Pick<TelegramLink, 'checkedPhone'>, phone: string | null): boolean {
  return phone !== null && link.checkedPhone === phone
}

export async function findLink(db: Db, accountId: number): Promise<TelegramLink | undefined> {
  return linkOf(await rowOf(db, 'account_id', accountId))
}

export async function findLinkOfUser(db: Db, userId: number): Promise<TelegramLink | undefined> {
  return linkOf(await rowOf(db, 'telegram_user_id', userId))
}

export interface Linked {
  /** The Telegram that the account had before, if it was another one. */
  readonly former: TelegramLink | undefined
  /** The account that this Telegram belonged to before, if it was another one. */
  readonly formerAccountId: number | undefined
  /** It was this account's already. */
  readonly isSame: boolean
}

export interface NewLink {
  readonly accountId: number
  readonly person: TelegramPerson
  /** The account's phone, if the person shared it. */
  readonly phone?: string | undefined
}

/** Links a Telegram to an account; both lose what they had before. In the caller's transaction. */
export async function linkAccount(
  trx: DbTransaction,
  { accountId, person, phone }: NewLink,
  nowMs: number,
): Promise<Linked> {
  // Links of one account or of one person come one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('telegram_link'))`.execute(trx)
  const [own, theirs] = [await findLink(trx, accountId), await findLinkOfUser(trx, person.userId)]
  const isSame = own?.userId === person.userId
  if (theirs !== undefined && !isSame)
    await trx.deleteFrom('telegram_link').where('telegram_user_id', '=', person.userId).execute()
  const facts = {
    ...{ telegram_user_id: person.userId, name: person.name.slice(0, 130) },
    // The language that was chosen in the bot stays.
    language: isSame ? own.language : person.language,
    ...{ linked_at: new Date(nowMs), blocked_at: null },
    // A phone that was shared before stays checked.
    checked_phone: phone ?? (isSame ? own.checkedPhone : null),
  }
  // The choices belong to the person: another Telegram begins with none.
  const choices = isSame ? {} : { notices: true, codes: false }
  await trx
    .insertInto('telegram_link')
    .values({ account_id: accountId, ...facts })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...facts, ...choices }))
    .execute()
  await trx.deleteFrom('telegram_link_code').where('account_id', '=', accountId).execute()
  return {
    former: isSame ? undefined : own,
    formerAccountId: theirs === undefined || isSame ? undefined : theirs.accountId,
    isSame,
  }
}

/** Removes the link of an account, and a code that could make one; returns what it was. */
export async function unlinkAccount(db: Db, accountId: number): Promise<TelegramLink | undefined> {
  await db.deleteFrom('telegram_link_code').where('account_id', '=', accountId).execute()
  const deleting = db.deleteFrom('telegram_link').where('account_id', '=', accountId)
  return linkOf(await deleting.returningAll().executeTakeFirst())
}

export interface Choices {
  readonly notices?: boolean | undefined
  readonly codes?: boolean | undefined
  readonly language?: Language | undefined
}

/** Changes what goes to Telegram; undefined when the account has none. */
export async function setChoices(
  db: Db,
  accountId: number,
  choices: Choices,
): Promise<TelegramLink | undefined> {
  const set = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length === 0) return findLink(db, accountId)
  const updating = db.updateTable('telegram_link').set(set).where('account_id', '=', accountId)
  return linkOf(await updating.returningAll().executeTakeFirst())
}

/** The person has blocked the bot, or lets it write again. */
export async function setBlocked(db: Db, userId: number, atMs: number | undefined): Promise<void> {
  await db
    .updateTable('telegram_link')
    .set({ blocked_at: atMs === undefined ? null : new Date(atMs) })
    .where('telegram_user_id', '=', userId)
    .where('blocked_at', atMs === undefined ? 'is not' : 'is', null)
    .execute()
}

/** The Telegram that gets the codes of this phone: its person shared it, chose so, and the account has it now. */
export async function findLinkForCodes(db: Db, phone: string): Promise<TelegramLink | undefined> {
  const row = await db
    .selectFrom('telegram_link')
    .innerJoin('account', 'account.account_id', 'telegram_link.account_id')
    .selectAll('telegram_link')
    .where('account.phone', '=', phone)
    .where('checked_phone', '=', phone)
    .where('codes', '=', true)
    .where('blocked_at', 'is', null)
    .executeTakeFirst()
  return linkOf(row)
}

/** The Telegram of a subscriber by its number. */
export async function findSubscriberLink(db: Db, abonement: string): Promise<TelegramLink | undefined> {
  const row = await db
    .selectFrom('telegram_link')
    .innerJoin('account', 'account.account_id', 'telegram_link.account_id')
    .selectAll('telegram_link')
    .where('account.abonement', '=', abonement)
    .executeTakeFirst()
  return linkOf(row)
}
