/** Notifies every process of new commands for a television of an account, or of its changed state. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** The PostgreSQL channel; its payload is `commands:<account>` or `state:<account>`. */
export const remoteChangedChannel = 'remote_changed'

/** `commands`: for televisions; `state`: for their controllers. */
type ChangeKind = 'commands' | 'state'

interface RemoteChange {
  readonly kind: ChangeKind
  readonly accountId: number
}

/** Within a transaction the notification is sent at its commit. */
export async function notifyRemoteChanged(db: Db, kind: ChangeKind, accountId: number): Promise<void> {
  await sql`select pg_notify(${remoteChangedChannel}, ${`${kind}:${accountId}`})`.execute(db)
}

/** Undefined for an unknown payload. */
export function changeOf(payload: string): RemoteChange | undefined {
  const match = /^(commands|state):(\d{1,10})$/.exec(payload)
  return match === null ? undefined : { kind: match[1] as ChangeKind, accountId: Number(match[2]) }
}
