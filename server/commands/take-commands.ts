/** What a client gets. A page claims commands, so that two tabs of one browser do not carry out the same. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import type { CommandKind } from './tables.ts'

/** No other page gets it meanwhile; then the one that has it counts as gone. */
const claimMs = 30_000
const maxTaken = 20

export interface TakenCommand {
  readonly commandId: number
  readonly kind: CommandKind
  readonly text: { readonly ru: string; readonly uz: string }
  readonly staysSec: number
  readonly channelId: number | null
}

/** The pending commands of the session's device, for one page of it; the oldest first, at most 20. */
export async function takeCommands(
  db: Db,
  { sessionId, accountId }: Viewer,
  { page, nowMs }: { readonly page: string; readonly nowMs: number },
): Promise<readonly TakenCommand[]> {
  const now = new Date(nowMs)
  const { rows } = await sql<{
    client_command_id: number
    kind: CommandKind
    text_ru: string
    text_uz: string
    stays_sec: number
    channel_id: number | null
  }>`
    update client_command set claimed_by = ${page}, claimed_until = ${new Date(nowMs + claimMs)},
      delivered_at = coalesce(delivered_at, ${now}::timestamptz)
    where client_command_id in (
      select c.client_command_id from client_command c join session s on s.device_id = c.device_id
      where s.session_id = ${sessionId} and c.account_id = ${accountId} and c.done_at is null
        and c.kind <> 'sign_out' and c.created_at >= s.created_at and c.expires_at > ${now}
        and (c.claimed_until is null or c.claimed_until <= ${now} or c.claimed_by = ${page})
      order by c.client_command_id limit ${maxTaken} for update of c skip locked)
    returning client_command_id, kind, text_ru, text_uz, stays_sec, channel_id`.execute(db)
  return rows
    .map((row) => ({
      ...{ commandId: row.client_command_id, kind: row.kind, text: { ru: row.text_ru, uz: row.text_uz } },
      ...{ staysSec: row.stays_sec, channelId: row.channel_id },
    }))
    .toSorted((a, b) => a.commandId - b.commandId)
}

/** A client has carried out a command of its device; a repeated confirmation changes nothing. */
export async function confirmCommand(
  db: Db,
  { sessionId, accountId }: Viewer,
  { commandId, nowMs }: { readonly commandId: number; readonly nowMs: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update client_command c set done_at = coalesce(c.done_at, ${new Date(nowMs)}::timestamptz)
    from session s
    where s.session_id = ${sessionId} and s.device_id = c.device_id and c.account_id = ${accountId}
      and c.client_command_id = ${commandId} and c.delivered_at is not null`.execute(db)
  return Number(numAffectedRows ?? 0) > 0
}
