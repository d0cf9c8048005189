/** Every process hears when a television of an account has something to do, or shows something else. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** The PostgreSQL channel; its payload is `commands:<account>` or `state:<account>`. */
export const remoteChangedChannel = 'remote_changed'

/** `commands`: for televisions; `state`: for those who control them. */
type ChangeKind = 'commands' | 'state'

interface RemoteChange {
  readonly kind: ChangeKind
  readonly accountId: number
}

/** Told within a transaction, it is heard when and if that one is committed. */
export async function notifyRemoteChanged(db: Db, kind: ChangeKind, accountId: number): Promise<void> {
  await sql`select pg_notify(${remoteChangedChannel}, ${`${kind}:${accountId}`})`.execute(db)
}

/** Undefined for a payload that is none of ours. */
export function changeOf(payload: string): RemoteChange | undefined {
  const match = /^(commands|state):(\d{1,10})$/.exec(payload)
  return match === null ? undefined : { kind: match[1] as ChangeKind, accountId: Number(match[2]) }
}
