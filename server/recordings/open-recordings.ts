import { type Billing, recordingHoursOf } from '#server/billing/billing.ts'
import { archiveItem, type Entitlement } from '#server/entitlement/entitlement.ts'
import type { Engine } from '#media/media.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { LiveTelevision, ProgrammeRecord } from '#server/television/television.ts'
import { type AddOutcome, addRecording, type AddDeps } from './add-recording.ts'
import { deleteOver, notifyExpiring } from './expire-recordings.ts'
import { channelsToFollow, followGuide } from './follow-guide.ts'
import { measureRecorded } from './measure-recorded.ts'
import {
  type RecordingRecord,
  deleteRecording,
  findRecording,
  recordingsOf,
  setPosition,
} from './recording-rows.ts'
import { type RestoreOutcome, restoreRecording } from './restore-recording.ts'
import { retainNeeded } from './retain-windows.ts'
import { usedMsOf } from './rules.ts'
import { openStorageLimit } from './storage-limit.ts'

export interface RecordingsOptions {
  /** For requests. */
  readonly db: Db
  /** For jobs. */
  readonly jobDb: Db
  readonly clock: Clock
  readonly log: Log
  readonly television: Pick<LiveTelevision, 'now'>
  readonly billing: Pick<Billing, 'subscriptionsOf' | 'tariffs'>
  readonly entitlement: Pick<Entitlement, 'ask'>
  readonly engine: Pick<Engine, 'archiveReport' | 'retain' | 'retainedSpans' | 'retainedWindows'>
  /** May change while the server runs. */
  readonly settings: {
    /** A recording is deleted so many days after its programme. */
    readonly days: number
    /** So many hours of programmes are stored for all viewers together, each programme once. */
    readonly totalHours: number
  }
}

/** What an account has. Milliseconds. */
export interface RecordingList {
  /** The latest first. */
  readonly recordings: readonly RecordingRecord[]
  readonly usedMs: number
  /** Of its paid tariffs together. */
  readonly grantedMs: number
}

/** Recordings of programmes that viewers keep beyond the archive. */
export interface Recordings {
  /** A recording is deleted so many days after its programme. */
  readonly days: number
  list(accountId: number): Promise<RecordingList>
  /** Whether the viewer may watch the channel is asked before. A second time changes nothing. */
  add(key: ProfileKey, cid: number, pid: number): Promise<AddOutcome>
  /** For a show that is followed: one that comes by itself, unless the viewer deleted it before. */
  addOfShow(key: ProfileKey, programme: ProgrammeRecord, followedId: number): Promise<AddOutcome>
  /** It can be taken back for ten minutes. One that does not exist, or belongs to another account, is no error. */
  remove(accountId: number, id: number): Promise<void>
  restore(accountId: number, id: number): Promise<RestoreOutcome>
  /** Undefined when the account has no such recording. */
  find(accountId: number, id: number): Promise<RecordingRecord | undefined>
  /** Where the profile stopped, seconds from the beginning. False when the account has no such recording. */
  setPosition(key: ProfileKey, id: number, sec: number): Promise<boolean>
  /** The guide changed: stores where the programmes are now. One call after the other. */
  follow(): Promise<void>
  /** For the job: measures, tells of what expires, deletes what is over, releases what nobody needs. */
  tidy(signal?: AbortSignal): Promise<void>
}

const hourMs = 3_600_000

export function openRecordings(options: RecordingsOptions): Recordings {
  const { db, jobDb, clock, engine, television, billing } = options
  const log = options.log.with({ part: 'recordings' })
  const grantedMs = async (accountId: number) => {
    const [subscriptions, tariffs] = await Promise.all([
      billing.subscriptionsOf(accountId),
      billing.tariffs(),
    ])
    return recordingHoursOf(subscriptions, tariffs, clock.nowMs()) * hourMs
  }
  const deps: AddDeps = {
    ...{ db, clock, engine, television, grantedMs, log },
    isStorageFull: openStorageLimit(db, engine, options.settings),
  }
  const jobDeps = { ...deps, db: jobDb }
  // An older guide is never stored over a newer one.
  let queue: Promise<unknown> = Promise.resolve()
  return {
    get days() {
      return options.settings.days
    },
    list: async (accountId) => {
      const [recordings, granted] = await Promise.all([recordingsOf(db, accountId), grantedMs(accountId)])
      return { recordings, usedMs: usedMsOf(recordings), grantedMs: granted }
    },
    add: (key, cid, pid) => addRecording(deps, { ...key, cid, pid }),
    addOfShow: async (key, programme, followedId) => {
      const channel = television.now().channel(programme.cid)
      if (channel === undefined) return { kind: 'missing' }
      const { kind } = await options.entitlement.ask(
        { accountId: key.accountId, sessionId: '' },
        archiveItem(channel),
        'inside',
      )
      if (kind === 'refused') return { kind: 'closed' }
      const { cid, pid } = programme
      return addRecording(jobDeps, { ...key, cid, pid, followedId })
    },
    remove: async (accountId, id) => void (await deleteRecording(db, accountId, id, clock.nowMs())),
    restore: (accountId, id) => restoreRecording(deps, accountId, id),
    find: (accountId, id) => findRecording(db, accountId, id),
    setPosition: (key, id, sec) => setPosition(db, key, id, sec),
    follow: () => {
      const turn = queue.then(() => followChannels(options, log))
      queue = turn.catch(() => undefined)
      return turn
    },
    tidy: (signal) => tidy(options, log, signal),
  }
}

async function followChannels(
  { jobDb, clock, engine, television }: RecordingsOptions,
  log: Log,
): Promise<void> {
  let changed = 0
  for (const cid of await channelsToFollow(jobDb, clock.nowMs())) {
    try {
      changed += await followGuide(jobDb, engine, television.now(), cid, clock.nowMs())
    } catch (error) {
      // One channel does not stop the recordings of the others.
      log.error('recordings.channel_failed', { cid, error })
    }
  }
  if (changed > 0) log.info('recordings.followed', { changed })
}

async function tidy(
  { jobDb, clock, engine, settings, television }: RecordingsOptions,
  log: Log,
  signal: AbortSignal | undefined,
): Promise<void> {
  const nowMs = clock.nowMs()
  const measured = await measureRecorded(jobDb, engine, nowMs, signal)
  const notified = await notifyExpiring(jobDb, settings.days, nowMs, signal)
  const deleted = await deleteOver(jobDb, settings.days, nowMs, signal)
  const cids = television.now().channels.map(({ cid }) => cid)
  const retained = await retainNeeded(jobDb, engine, cids, nowMs, signal)
  if (measured + notified + deleted + retained > 0)
    log.info('recordings.tidied', { measured, notified, deleted, retained })
}
