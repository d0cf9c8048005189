import type { Engine } from '#media/media.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { LiveTelevision, ProgrammeRecord } from '#server/television/television.ts'
import {
  isStored,
  lockAccount,
  maxRecordings,
  putRecording,
  recordingsOf,
  rowOfProgramme,
} from './recording-rows.ts'
import { type RetainingEngine, retainChannel } from './retain-windows.ts'
import { mayKeepOf, usedMsOf } from './rules.ts'

/** What there is no room for. Milliseconds. */
export interface HoursFull {
  readonly kind: 'full'
  readonly usedMs: number
  readonly grantedMs: number
  readonly neededMs: number
}

export type AddOutcome =
  | { readonly kind: 'added' | 'already'; readonly id: number }
  /** No such programme of the channel in the guide, or the channel is not shown. */
  | { readonly kind: 'missing' }
  /** The channel has no archive, or none of ours. */
  | { readonly kind: 'not_kept' }
  /** It is over, and nothing of it was recorded or is still there. */
  | { readonly kind: 'not_recorded' }
  /** The viewer deleted it before: it does not come by itself again. */
  | { readonly kind: 'declined' }
  /** The viewer may not watch its channel. */
  | { readonly kind: 'closed' }
  /** No paid tariff of the account has hours. */
  | { readonly kind: 'no_hours' }
  | HoursFull
  /** The account has as many recordings as there may be. */
  | { readonly kind: 'too_many' }
  /** The operator's machine has no room. */
  | { readonly kind: 'storage_full' }

export interface AddDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly television: Pick<LiveTelevision, 'now'>
  readonly engine: Pick<Engine, 'retainedSpans'> & RetainingEngine
  readonly grantedMs: (accountId: number) => Promise<number>
  readonly isStorageFull: (moreMs: number, nowMs: number) => Promise<boolean>
}

interface AddRequest extends ProfileKey {
  readonly cid: number
  readonly pid: number
  readonly followedId?: number
}

/** Keeps a programme of the guide: past, on the air, or coming. */
export async function addRecording(deps: AddDeps, request: AddRequest): Promise<AddOutcome> {
  const { db, clock, television } = deps
  const snapshot = television.now()
  const programme = snapshot.guide.programme(request.pid)
  const channel = snapshot.channel(request.cid)
  if (programme?.cid !== request.cid || channel === undefined) return { kind: 'missing' }
  if (!mayKeepOf(channel)) return { kind: 'not_kept' }
  const nowMs = clock.nowMs()
  if (isLost(deps, programme, nowMs)) return { kind: 'not_recorded' }
  const grantedMs = await deps.grantedMs(request.accountId)
  if (grantedMs === 0) return { kind: 'no_hours' }
  const isStorageFull =
    !(await isStored(db, programme)) && (await deps.isStorageFull(programme.endMs - programme.beginMs, nowMs))
  try {
    return await db.transaction().execute((trx) => {
      const facts = { ...request, programme, nowMs, grantedMs, isStorageFull }
      return insert(trx, deps, facts)
    })
  } catch (error) {
    if (!isDiskError(error)) throw error
    deps.log.error('recordings.not_retained', { cid: request.cid, error })
    return { kind: 'storage_full' }
  }
}

/** It is over and nothing of it is there. */
function isLost({ engine }: Pick<AddDeps, 'engine'>, programme: ProgrammeRecord, nowMs: number): boolean {
  if (programme.endMs > nowMs) return false
  const { beginMs, endMs } = programme
  return (engine.retainedSpans(String(programme.cid), beginMs, endMs, endMs - beginMs) ?? []).length === 0
}

interface InsertFacts extends AddRequest {
  readonly programme: ProgrammeRecord
  readonly nowMs: number
  readonly grantedMs: number
  readonly isStorageFull: boolean
}

/** The window is retained before the row is committed: a crash in between leaves more on disk than needed, never less. */
async function insert(trx: DbTransaction, { engine }: AddDeps, facts: InsertFacts): Promise<AddOutcome> {
  const { accountId, profileNo, programme, nowMs, grantedMs, followedId } = facts
  await lockAccount(trx, accountId)
  const there = await rowOfProgramme(trx, accountId, programme)
  if (there?.state === 'kept' && there.deleted_at === null) return { kind: 'already', id: there.recording_id }
  if (there !== undefined && followedId !== undefined) return { kind: 'declined' }
  const own = await recordingsOf(trx, accountId)
  if (own.length >= maxRecordings) return { kind: 'too_many' }
  const [usedMs, neededMs] = [usedMsOf(own), programme.endMs - programme.beginMs]
  if (usedMs + neededMs > grantedMs) return { kind: 'full', usedMs, grantedMs, neededMs }
  if (facts.isStorageFull) return { kind: 'storage_full' }
  const id = await putRecording(trx, { accountId, profileNo, programme, nowMs, followedId })
  await retainChannel(trx, engine, programme.cid, nowMs)
  return { kind: 'added', id }
}

/** The disk of the archive is full, or does not answer. */
export function isDiskError(error: unknown): boolean {
  const codes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'ENOENT']
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
