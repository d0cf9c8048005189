/** How much a member may let begin by runs in a day. */
import { sql } from 'kysely'
import { actLimits, type RunLimits, runLimits } from '#contract/form/act-limits.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { type Role, roleMay, roles } from '#contract/form/permissions.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { BulkAct, Member } from './run-store.ts'

/** What a run gives in all. The cost of tariffs is paid by the subscribers themselves and counts as nothing. */
export interface RunSize {
  readonly accounts: number
  readonly sum: number
  readonly days: number
}

const dayMs = 86_400_000
/** Any number that no other advisory lock uses. */
const runsLock = 7_260_086

/** Whether a role may do this kind of act at all. */
export function mayDo(role: Role, { kind }: Pick<BulkAct, 'kind'>): boolean {
  if (!roleMay(role, { section: 'credits', level: 'act' })) return false
  return kind === 'credit' || kind === 'days' || roleMay(role, { section: 'subscribers', level: 'act' })
}

/** The limit for one subscriber that an act is beyond, in soʻm or days; undefined: within. */
export function eachLimit(role: Role, { amountTiyin, days }: BulkAct): number | undefined {
  const limits = actLimits[role]
  if (limits === undefined) return undefined
  if (amountTiyin / 100 > limits.sumEach) return limits.sumEach
  return days > limits.daysEach ? limits.daysEach : undefined
}

function fits(limits: RunLimits | undefined, size: RunSize, spent: RunSize): boolean {
  return (
    limits === undefined ||
    (size.accounts + spent.accounts <= limits.accounts &&
      size.sum + spent.sum <= limits.sum &&
      size.days + spent.days <= limits.days)
  )
}

const nothing: RunSize = { accounts: 0, sum: 0, days: 0 }

/** The roles whose limits cover a run. */
export function rolesForRun(act: BulkAct, size: RunSize): readonly Role[] {
  return roles.filter(
    (role) => mayDo(role, act) && eachLimit(role, act) === undefined && fits(runLimits[role], size, nothing),
  )
}

/** What a run gives: of those who get it, or got it. */
export async function sizeOfRun(
  db: Db | DbTransaction,
  { runId, kind }: Pick<BulkAct, 'kind'> & { readonly runId: number },
): Promise<RunSize> {
  const { rows } = await sql<RunSize>`
    select count(*)::integer as accounts, coalesce(sum(amount_tiyin), 0)::bigint / 100 as sum,
      coalesce(sum(days), 0)::integer as days
    from bulk_item where bulk_run_id = ${runId} and state in ('ready', 'done', 'undone', 'unreturned')`.execute(
    db,
  )
  const [{ accounts, sum, days } = nothing] = rows
  return { accounts, sum: kind === 'credit' ? sum : 0, days: kind === 'days' ? days : 0 }
}

interface RunAndMember {
  readonly act: BulkAct
  readonly size: RunSize
  readonly member: Member | undefined
  readonly nowMs: number
  /** This run is among those that were let begin. */
  readonly exceptRunId?: number
}

/**
 * Whether a run is within what is left to a member today, in Tashkent, with the runs of the day that this member has let
 * begin, and those of others that this member takes back: they move as much. Another step of this member waits until the
 * transaction ends. An operator at the command line has no limits.
 */
export async function isWithin(trx: DbTransaction, run: RunAndMember): Promise<boolean> {
  if (run.member !== undefined)
    await sql`select pg_advisory_xact_lock(${runsLock}, ${run.member.staffId})`.execute(trx)
  return seemsWithin(trx, run)
}

/** The same for a look: what the member begins meanwhile does not count. */
export async function seemsWithin(
  db: Db | DbTransaction,
  { act, size, member, nowMs, exceptRunId = 0 }: RunAndMember,
): Promise<boolean> {
  if (member === undefined) return true
  if (!mayDo(member.role, act) || eachLimit(member.role, act) !== undefined) return false
  const limits = runLimits[member.role]
  if (limits === undefined) return true
  const midnightMs = Math.floor((nowMs + tashkentOffsetMs) / dayMs) * dayMs - tashkentOffsetMs
  const { rows } = await sql<RunSize>`
    select count(*)::integer as accounts,
      coalesce(sum(item.amount_tiyin) filter (where run.kind = 'credit'), 0)::bigint / 100 as sum,
      coalesce(sum(item.days) filter (where run.kind = 'days'), 0)::integer as days
    from bulk_run as run join bulk_item as item using (bulk_run_id)
    where run.bulk_run_id <> ${exceptRunId} and (
      run.released_staff_id = ${member.staffId} and run.started_at >= ${new Date(midnightMs)}
        and item.state in ('ready', 'done', 'unreturned')
      or run.undo_staff_id = ${member.staffId} and run.undo_at >= ${new Date(midnightMs)}
        and run.released_staff_id is distinct from ${member.staffId}
        and item.state in ('done', 'undone', 'unreturned'))`.execute(db)
  return fits(limits, size, rows[0] ?? nothing)
}
