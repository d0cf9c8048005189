import type { Accounts, DoneBy } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type RandomBytes, tokenHash } from '#server/platform/primitives/ids.ts'
import type { Streams } from '#server/streams/streams.ts'

export interface ExportAddressDeps {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly accounts: Pick<Accounts, 'accountOf'>
  readonly streams: Pick<Streams, 'stopHolders'>
  readonly audit: Pick<Audit, 'record'>
}

/** The addresses for other players: one per account, none until it is requested. */
export interface ExportAddresses {
  /** When the account's address was created, unix milliseconds; undefined when it has none. */
  madeMs(accountId: number): Promise<number | undefined>
  /** The same, also of an address that does not work now, because the account is blocked or has a new password. */
  storedMs(accountId: number): Promise<number | undefined>
  /** Creates an address and replaces the previous one. The secret is returned now and never again. */
  renew(accountId: number, by: DoneBy): Promise<{ readonly secret: string; readonly madeMs: number }>
  /** Revokes it; false when there was none. */
  revoke(accountId: number, by: DoneBy): Promise<boolean>
  /** The account of this secret, while it is valid. */
  accountOf(secret: string): Promise<number | undefined>
}

function isOtherPlayer(holder: string) {
  return holder.startsWith('x:')
}

export function openExportAddresses(deps: ExportAddressDeps): ExportAddresses {
  const { db, clock, random, accounts, streams, audit } = deps
  const rowOf = (accountId: number) =>
    db.selectFrom('export_address').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  /**
   * An address created before a password change is no longer trusted: its creator may be the reason for the change.
   */
  const isGood = async (row: { readonly account_id: number; readonly created_at: Date }) => {
    const account = await accounts.accountOf(row.account_id)
    const changed = account?.passwordChangedAt ?? null
    return account?.state === 'active' && (changed === null || changed < row.created_at)
  }
  return {
    madeMs: async (accountId) => {
      const row = await rowOf(accountId)
      return row !== undefined && (await isGood(row)) ? row.created_at.getTime() : undefined
    },
    storedMs: async (accountId) => (await rowOf(accountId))?.created_at.getTime(),
    renew: async (accountId, by) => {
      const secret = Buffer.from(random(16)).toString('base64url')
      const madeMs = clock.nowMs()
      const values = { secret_hash: tokenHash(secret), created_at: new Date(madeMs) }
      await db
        .insertInto('export_address')
        .values({ account_id: accountId, ...values })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
        .execute()
      await streams.stopHolders(accountId, isOtherPlayer)
      void audit.record({ ...by, event: 'other_players_address_made', accountId })
      return { secret, madeMs }
    },
    revoke: async (accountId, by) => {
      const gone = await db
        .deleteFrom('export_address')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      const wasThere = gone.numDeletedRows > 0n
      if (wasThere) await audit.record({ ...by, event: 'other_players_address_taken_back', accountId })
      await streams.stopHolders(accountId, isOtherPlayer)
      return wasThere
    },
    accountOf: async (secret) => {
      const row = await db
        .selectFrom('export_address')
        .selectAll()
        .where('secret_hash', '=', tokenHash(secret))
        .executeTakeFirst()
      return row !== undefined && (await isGood(row)) ? row.account_id : undefined
    },
  }
}
