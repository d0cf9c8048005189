import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import type { LiveTelevision, ProgrammeRecord } from '#server/television/television.ts'
import { followGuide } from './follow-guide.ts'
import { placeReminders } from './place-reminders.ts'
import { addOfShows, type OfShow } from './add-of-shows.ts'
import { type DueReminder, dueChannels, type NotifyParts } from './due-reminders.ts'
import { remindDue } from './remind.ts'
import { notifyGone } from './notify-gone.ts'
import {
  type AddOutcome,
  type ReminderRecord,
  addReminder,
  minutesBeforeOf,
  remindedChannels,
  remindersOf,
  removeReminder,
  setMinutesBefore,
} from './reminder-rows.ts'

export interface RemindersOptions {
  /** For requests. */
  readonly db: Db
  /** For jobs. */
  readonly jobDb: Db
  readonly clock: Clock
  readonly log: Log
  readonly television: Pick<LiveTelevision, 'now'>
  /** Whether a programme is hidden from profiles with this limit; without it nothing is. No channels: all of them. */
  isHiddenFrom?(
    limit: { readonly ageLimit: number; readonly channelIds: readonly number[] },
    pid: number,
  ): boolean
}

/** A reminder of a viewer. */
export interface Reminder extends ReminderRecord {
  /** In the current guide; undefined when it has the programme no more. Ended ones count by their stored id. */
  readonly programme: ProgrammeRecord | undefined
  readonly isHidden: boolean
}

/** Reminders of viewers. */
export interface Reminders {
  list(key: ProfileKey): Promise<readonly Reminder[]>
  minutesBefore(key: ProfileKey): Promise<number>
  /** `begun`: it has started; `missing`: no such programme of the channel in the guide, or the channel is not shown. */
  add(
    key: ProfileKey,
    cid: number,
    pid: number,
  ): Promise<AddOutcome | { readonly kind: 'begun' } | { readonly kind: 'missing' }>
  /** For a show that is followed: adds one that comes by itself, unless the viewer removed it before. */
  addOfShow(key: ProfileKey, programme: ProgrammeRecord, followedId: number): Promise<AddOutcome>
  /** The same of many at once, all or none; returns how many were missing. */
  addOfShows(requested: readonly OfShow[]): Promise<number>
  /** One that does not exist, or belongs to another profile, is no error. */
  remove(key: ProfileKey, reminderId: number): Promise<void>
  setMinutesBefore(key: ProfileKey, minutes: number): Promise<void>
  /** The guide changed: stores where the programmes are now. One call after the other. */
  follow(): Promise<void>
  /**
   * For the job: notifies of everything that starts soon, each reminder once, in however many processes, and returns how
   * many. At the same moment it tells once of what the guide has no more.
   */
  remind(signal?: AbortSignal): Promise<number>
}

export function openReminders(options: RemindersOptions): Reminders {
  const { db, jobDb, clock, television } = options
  const log = options.log.with({ part: 'reminders' })
  // An older guide is never stored over a newer one.
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }
  const follow = (cids: readonly number[]) => followChannels(options, log, cids)
  return {
    list: async (key) => {
      const snapshot = television.now()
      const rows = await remindersOf(db, key, clock.nowMs())
      const placed = new Map<number, ProgrammeRecord>()
      for (const [cid, own] of Map.groupBy(rows, (row) => row.cid))
        for (const [id, programme] of placeReminders(snapshot, cid, own, clock.nowMs()))
          placed.set(id, programme)
      return rows.map((row) => ({
        ...row,
        programme: placed.get(row.id),
        isHidden: snapshot.channel(row.cid) === undefined,
      }))
    },
    minutesBefore: (key) => minutesBeforeOf(db, key),
    add: async (key, cid, pid) => {
      const snapshot = television.now()
      const programme = snapshot.guide.programme(pid)
      if (programme?.cid !== cid || snapshot.channel(cid) === undefined) return { kind: 'missing' }
      const nowMs = clock.nowMs()
      if (programme.beginMs <= nowMs) return { kind: 'begun' }
      return addReminder(db, { key, programme, nowMs })
    },
    addOfShow: (key, programme, followedId) =>
      addReminder(jobDb, { key, programme, followedId, nowMs: clock.nowMs() }),
    addOfShows: (requested) => addOfShows(jobDb, requested, clock.nowMs()),
    remove: (key, reminderId) => removeReminder(db, key, reminderId),
    setMinutesBefore: (key, minutes) => setMinutesBefore(db, key, minutes),
    follow: () => inTurn(async () => follow(await remindedChannels(jobDb, clock.nowMs()))),
    remind: (signal) =>
      inTurn(async () => {
        const cids = await dueChannels(jobDb, clock.nowMs())
        if (cids.length === 0) return 0
        // The guide may have changed while no process followed it.
        await follow(cids)
        const parts = partsOf(options)
        const reminded = await remindDue(jobDb, parts, clock.nowMs(), signal)
        if (reminded > 0) log.info('reminders.reminded', { reminded })
        const notified = await notifyGone(jobDb, parts, clock.nowMs(), signal)
        if (notified > 0) log.info('reminders.gone_notified', { notified })
        return reminded
      }),
  }
}

function partsOf({ television, isHiddenFrom }: RemindersOptions): NotifyParts {
  return {
    television: television.now(),
    isHidden: ({ programme_id: pid, age_limit: age, above_limit: above, channel_ids: cids }: DueReminder) =>
      age !== null &&
      above === 'hide' &&
      isHiddenFrom?.({ ageLimit: age, channelIds: cids ?? [] }, pid ?? 0) === true,
  }
}

async function followChannels(
  { jobDb, clock, television }: RemindersOptions,
  log: Log,
  cids: readonly number[],
): Promise<void> {
  let [moved, gone] = [0, 0]
  for (const cid of cids) {
    try {
      const done = await followGuide(jobDb, television.now(), cid, clock.nowMs())
      moved += done.moved
      gone += done.gone
    } catch (error) {
      // One channel does not stop the reminders of the others.
      log.error('reminders.channel_failed', { cid, error })
    }
  }
  if (moved + gone > 0) log.info('reminders.followed', { moved, gone })
}
