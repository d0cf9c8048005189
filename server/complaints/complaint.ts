import { memoryMs } from './rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'

/** A complaint with its problem's name, for the operator. Times are unix milliseconds. */
export interface WrittenComplaint {
  readonly complaintId: number
  readonly subject: 'video' | 'channel' | 'other'
  readonly problem: string
  readonly accountId: number | null
  readonly network: string
  readonly device: string
  readonly userAgent: string
  readonly body: string
  readonly vid: number | null
  readonly vfid: number | null
  readonly cid: number | null
  readonly positionSec: number | null
  readonly createdAtMs: number
  readonly closedAtMs: number | null
}

export type NewComplaint = Omit<WrittenComplaint, 'complaintId' | 'subject' | 'problem' | 'closedAtMs'> & {
  readonly problemId: number
}

/** Complaints about one channel become complaints about another: all of them, or those with these ids. Returns the ids. */
export async function moveComplaints(
  tx: DbTransaction,
  { from, into, ids }: { readonly from: number; readonly into: number; readonly ids?: readonly number[] },
): Promise<readonly number[]> {
  let query = tx.updateTable('complaint').set({ cid: into }).where('cid', '=', from)
  if (ids !== undefined) query = query.where('complaint_id', 'in', [0, ...ids])
  const moved = await query.returning('complaint_id').execute()
  return moved.map((row) => row.complaint_id)
}

/** Stores it and returns its number. */
export async function writeComplaint(db: Db, complaint: NewComplaint): Promise<number> {
  const { complaint_id: complaintId } = await db
    .insertInto('complaint')
    .values({
      problem_id: complaint.problemId,
      account_id: complaint.accountId,
      network: complaint.network,
      device: complaint.device,
      user_agent: complaint.userAgent,
      body: complaint.body,
      vid: complaint.vid,
      vfid: complaint.vfid,
      cid: complaint.cid,
      position_sec: complaint.positionSec,
      created_at: new Date(complaint.createdAtMs),
    })
    .returning('complaint_id')
    .executeTakeFirstOrThrow()
  return complaintId
}

/** The newest complaints, newest first. */
export async function listComplaints(
  db: Db,
  request: {
    readonly openOnly: boolean
    readonly limit: number
    /** Of this account alone. */
    readonly accountId?: number
    /** Unix milliseconds; written then or earlier. */
    readonly untilMs?: number
  },
): Promise<readonly WrittenComplaint[]> {
  const rows = await db
    .selectFrom('complaint')
    .innerJoin('problem', 'problem.problem_id', 'complaint.problem_id')
    .selectAll('complaint')
    .select(['problem.subject', 'problem.name_ru'])
    .$if(request.openOnly, (query) => query.where('closed_at', 'is', null))
    .$if(request.accountId !== undefined, (query) => query.where('account_id', '=', request.accountId ?? 0))
    .$if(request.untilMs !== undefined, (query) =>
      query.where('complaint.created_at', '<=', new Date(request.untilMs ?? 0)),
    )
    .orderBy('complaint_id', 'desc')
    .limit(request.limit)
    .execute()
  return rows.map((row) => ({
    complaintId: row.complaint_id,
    subject: row.subject,
    problem: row.name_ru,
    accountId: row.account_id,
    network: row.network,
    device: row.device,
    userAgent: row.user_agent,
    body: row.body,
    vid: row.vid,
    vfid: row.vfid,
    cid: row.cid,
    positionSec: row.position_sec,
    createdAtMs: row.created_at.getTime(),
    closedAtMs: row.closed_at?.getTime() ?? null,
  }))
}

/** Marks it as closed, once. */
export async function closeComplaint(
  db: Db,
  complaintId: number,
  nowMs: number,
): Promise<'closed' | 'was_closed' | 'unknown'> {
  const closed = await db
    .updateTable('complaint')
    .set((on) => ({ closed_at: on.fn<Date>('greatest', ['created_at', on.val(new Date(nowMs))]) }))
    .where('complaint_id', '=', complaintId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (closed.numUpdatedRows > 0n) return 'closed'
  const existing = await db
    .selectFrom('complaint')
    .select('complaint_id')
    .where('complaint_id', '=', complaintId)
    .executeTakeFirst()
  return existing === undefined ? 'unknown' : 'was_closed'
}

/** How many are open, by subject. */
export async function countOpen(db: Db): Promise<Readonly<Record<WrittenComplaint['subject'], number>>> {
  const rows = await db
    .selectFrom('complaint')
    .innerJoin('problem', 'problem.problem_id', 'complaint.problem_id')
    .select(['problem.subject', (on) => on.fn.countAll<number>().as('count')])
    .where('closed_at', 'is', null)
    .groupBy('problem.subject')
    .execute()
  const counts = { video: 0, channel: 0, other: 0 }
  for (const { subject, count } of rows) counts[subject] = count
  return counts
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export async function forgetOldComplaints(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const until = new Date(nowMs - memoryMs)
  return deleteOlderThan(db, {
    table: 'complaint',
    key: ['complaint_id'],
    column: 'created_at',
    until,
    signal,
  })
}
