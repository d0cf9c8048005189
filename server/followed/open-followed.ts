import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Recordings } from '#server/recordings/recordings.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { Reminders } from '#server/reminders/reminders.ts'
import type { LiveTelevision, ProgrammeRecord } from '#server/television/television.ts'
import {
  type AddOutcome,
  type FollowedRecord,
  addFollowed,
  activeAfter,
  followedOf,
  readProgress,
  removeFollowed,
  setRecords,
  setReminds,
  setSeen,
  writeProgress,
} from './followed-rows.ts'
import { firstOfEpisode, hasEnded, newOnes, seenToOf } from './rules.ts'
import { type ShowIndex, type ShowProgramme, keyOfProgramme, openShowIndex } from './show-index.ts'

export interface FollowedOptions {
  /** For requests. */
  readonly db: Db
  /** For jobs. */
  readonly jobDb: Db
  readonly clock: Clock
  readonly log: Log
  readonly television: Pick<LiveTelevision, 'now'>
  readonly reminders: Pick<Reminders, 'addOfShow' | 'addOfShows'>
  readonly recordings: Pick<Recordings, 'addOfShow'>
}

/** A show that a viewer follows, with its broadcasts in the guide. */
export interface FollowedShow extends FollowedRecord {
  readonly broadcasts: readonly (ShowProgramme & { readonly isNew: boolean })[]
  /** Where it has probably ended: the next one of a similar name, unless that is followed too. */
  readonly similar: ProgrammeRecord | undefined
}

/** Shows that viewers follow. */
export interface Followed {
  list(owner: ProfileKey): Promise<readonly FollowedShow[]>
  /**
   * `missing`: no such programme of the channel; `nameless`: its title names no show. `replaces`: the show of the profile
   * that goes on under this name; it is followed under it then, with its switches.
   */
  add(
    owner: ProfileKey,
    programme: { readonly cid: number; readonly pid: number; readonly replaces?: number | undefined },
  ): Promise<
    | (Extract<AddOutcome, { id: number }> & { readonly pids: readonly number[] })
    | { readonly kind: 'full' }
    | { readonly kind: 'missing' }
    | { readonly kind: 'nameless' }
  >
  /** With the reminders that came by themselves. */
  remove(owner: ProfileKey, id: number): Promise<void>
  /** Whether every new broadcast gets a reminder; false when the profile does not follow it. */
  setReminds(owner: ProfileKey, id: number, reminds: boolean): Promise<boolean>
  /** Whether every new broadcast is kept by itself; false when the profile does not follow it. */
  setRecords(owner: ProfileKey, id: number, records: boolean): Promise<boolean>
  /** What the list has now is new no more. */
  seen(owner: ProfileKey): Promise<void>
  /** The guide changed, or a day has passed: reminders and recordings of what is new. May be interrupted and repeated. */
  remindOfNew(signal?: AbortSignal): Promise<void>
}

const dayMs = 86_400_000
/** Reminders come by themselves for so long ahead: they do not fill an account's list weeks before. */
const aheadMs = 2 * dayMs
const rowsAtOnce = 500
const maxBatches = 10_000

export function openFollowed(options: FollowedOptions): Followed {
  const { db, clock, television } = options
  const indexNow = openShowIndex(television)
  const list = async (owner: ProfileKey) => {
    const [index, rows] = [await indexNow(), await followedOf(db, owner)]
    const shows = rows.map((row) => showOf(row, index, clock.nowMs()))
    const followedPids = new Set(
      shows.flatMap(({ broadcasts }) => broadcasts.map((one) => one.programme.pid)),
    )
    return shows.map((show) =>
      show.similar !== undefined && followedPids.has(show.similar.pid)
        ? { ...show, similar: undefined }
        : show,
    )
  }
  return {
    list,
    add: async (owner, { cid, pid, replaces }) => {
      const snapshot = television.now()
      const programme = snapshot.guide.programme(pid)
      if (programme?.cid !== cid || snapshot.channel(cid) === undefined) return { kind: 'missing' }
      const key = keyOfProgramme(programme)
      if (key === '') return { kind: 'nameless' }
      const index = await indexNow()
      // Shows with numbered episodes are the same everywhere; "News" is another one on each channel.
      const isSeries = index.broadcasts(key, cid).some(({ episode }) => episode !== undefined)
      const place = isSeries ? 0 : cid
      const broadcasts = index.broadcasts(key, place)
      const nowMs = clock.nowMs()
      const { title } = programme
      const show = { ...owner, key, cid: place, title, seenToMs: seenToOf(broadcasts, nowMs), replaces }
      const outcome = await addFollowed(db, show, nowMs)
      if (replaces !== undefined && outcome.kind !== 'full') await bringOf(options, index, owner, outcome.id)
      const pids = broadcasts.map((one) => one.programme.pid)
      return outcome.kind === 'full' ? outcome : { ...outcome, pids }
    },
    remove: (owner, id) => removeFollowed(db, owner, id),
    setReminds: async (owner, id, reminds) => {
      if ((await setReminds(db, owner, id, reminds)) === undefined) return false
      const row = (await followedOf(db, owner)).find((one) => one.id === id)
      if (reminds && row !== undefined) await remindOf(options, await indexNow(), row)
      return true
    },
    setRecords: async (owner, id, records) => {
      const isThere = await setRecords(db, owner, id, records)
      const row = isThere ? (await followedOf(db, owner)).find((one) => one.id === id) : undefined
      if (records && row !== undefined) await recordOf(options, await indexNow(), row)
      return isThere
    },
    seen: async (owner) => {
      const nowMs = clock.nowMs()
      for (const { id, broadcasts } of await list(owner)) await setSeen(db, id, seenToOf(broadcasts, nowMs))
    },
    remindOfNew: async (signal) => remindOfNew(options, await indexNow(), signal),
  }
}

/** Goes through all that bring something by themselves, from where a run before was interrupted. */
async function remindOfNew(
  options: FollowedOptions,
  index: ShowIndex,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isAborted = () => signal?.aborted === true
  let [after, added] = [await readProgress(options.jobDb), 0]
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if (isAborted()) break
    const rows = await activeAfter(options.jobDb, after, rowsAtOnce)
    added += await bringNew(options, index, rows, signal)
    if (isAborted()) break
    const last = rows.at(-1)
    const isEnd = last === undefined || rows.length < rowsAtOnce
    const began = after
    after = isEnd ? 0 : last.id
    if (after !== began) await writeProgress(options.jobDb, after)
    if (isEnd) break
  }
  if (added > 0) options.log.info('followed.reminders_added', { added })
}

function showOf(row: FollowedRecord, index: ShowIndex, nowMs: number): FollowedShow {
  const broadcasts = index.broadcasts(row.key, row.cid)
  const isNew = newOnes(broadcasts, row.seenToMs)
  return {
    ...row,
    broadcasts: broadcasts.map((one, at) => ({ ...one, isNew: isNew[at] === true })),
    similar: hasEnded(broadcasts, nowMs) ? index.similar(row.key, row.cid, nowMs) : undefined,
  }
}

/** Reminders and recordings of one show at once, as its switches say. */
async function bringOf(
  options: FollowedOptions,
  index: ShowIndex,
  owner: ProfileKey,
  id: number,
): Promise<void> {
  const row = (await followedOf(options.db, owner)).find((one) => one.id === id)
  if (row?.reminds === true) await remindOf(options, index, row)
  if (row?.records === true) await recordOf(options, index, row)
}

/** What is new of many shows; returns how many reminders were added. */
async function bringNew(
  options: FollowedOptions,
  index: ShowIndex,
  rows: Awaited<ReturnType<typeof activeAfter>>,
  signal: AbortSignal | undefined,
): Promise<number> {
  for (const row of rows) {
    if (signal?.aborted === true) return 0
    if (!row.records) continue
    try {
      await recordOf(options, index, row)
    } catch (error) {
      // Another show is not hindered by one that was removed at this moment.
      options.log.error('followed.recordings_failed', { followedId: row.id, error })
    }
  }
  const reminding = rows.filter(({ reminds }) => reminds)
  return remindAll(options, index, reminding, signal)
}

/** Keeps the coming broadcasts of a show, each episode once, until the hours are used. */
async function recordOf(
  options: FollowedOptions,
  index: ShowIndex,
  {
    id,
    accountId,
    profileNo,
    key,
    cid,
  }: Pick<FollowedRecord, 'accountId' | 'cid' | 'id' | 'key' | 'profileNo'>,
): Promise<void> {
  for (const programme of comingOnes(options, index, { key, cid })) {
    const { kind } = await options.recordings.addOfShow({ accountId, profileNo }, programme, id)
    if (['full', 'no_hours', 'too_many', 'storage_full'].includes(kind)) break
  }
}

type Show = Pick<FollowedRecord, 'accountId' | 'cid' | 'id' | 'key' | 'profileNo'>

/** Adds the reminders of many shows that are missing, by one statement; returns how many. */
async function remindAll(
  options: FollowedOptions,
  index: ShowIndex,
  rows: readonly Show[],
  signal: AbortSignal | undefined,
): Promise<number> {
  // Many follow the same show.
  const comingOf = new Map<string, readonly ProgrammeRecord[]>()
  const requested = rows.flatMap(({ id, accountId, profileNo, key, cid }) => {
    const name = `${cid} ${key}`
    const coming = comingOf.get(name) ?? comingOnes(options, index, { key, cid })
    comingOf.set(name, coming)
    return coming.map((programme) => ({ accountId, profileNo, followedId: id, programme }))
  })
  try {
    return await options.reminders.addOfShows(requested)
  } catch (error) {
    options.log.warn('followed.batch_failed', { shows: rows.length, error })
  }
  let added = 0
  for (const row of rows) {
    if (signal?.aborted === true) break
    try {
      added += await remindOf(options, index, row)
    } catch (error) {
      // Another show is not hindered by one that was removed at this moment.
      options.log.error('followed.reminders_failed', { followedId: row.id, error })
    }
  }
  return added
}

/** The first broadcasts of episodes that start soon. */
function comingOnes(
  { clock }: Pick<FollowedOptions, 'clock'>,
  index: ShowIndex,
  { key, cid }: Pick<Show, 'cid' | 'key'>,
): readonly ProgrammeRecord[] {
  const nowMs = clock.nowMs()
  const broadcasts = index.broadcasts(key, cid)
  const firsts = firstOfEpisode(broadcasts)
  return broadcasts.flatMap(({ programme }, at) =>
    firsts[at] === true && programme.beginMs > nowMs && programme.beginMs <= nowMs + aheadMs
      ? [programme]
      : [],
  )
}

/** Adds the reminders of a show that are missing; returns how many. */
async function remindOf(options: FollowedOptions, index: ShowIndex, show: Show): Promise<number> {
  const { id, accountId, profileNo } = show
  const { reminders } = options
  let added = 0
  for (const programme of comingOnes(options, index, show)) {
    const outcome = await reminders.addOfShow({ accountId, profileNo }, programme, id)
    if (outcome.kind === 'full') break
    if (outcome.kind === 'added') added += 1
  }
  return added
}
