import { respond, reject } from '#contract/form/endpoint.ts'
import { pathOf } from '#contract/form/pages.ts'
import {
  type Reminder as ShownReminder,
  readReminderHref,
  reminders as endpoints,
} from '#contract/channels/reminders.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import { guideView } from '#server/api/channels/guide-view.ts'
import { type GuideView, presentEpisode } from '#server/api/channels/present.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { profileKeyOf } from '#server/platform/primitives/viewer.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type Reminder, maxReminders } from '#server/reminders/reminders.ts'
import {
  type ChannelRecord,
  type Guide,
  type ProgrammeRecord,
  inLanguage,
  isWatchable,
} from '#server/television/television.ts'

type Deps = Uses<{
  clock: 'nowMs'
  engine: 'hasRecording'
  reminders: 'list' | 'minutesBefore' | 'add' | 'remove' | 'setMinutesBefore'
  television: 'now'
}>

/** Reminders of programmes that are coming. */
export function reminderEndpoints(api: Deps): readonly BoundEndpoint[] {
  const { reminders, television } = api
  const handlers: Handlers<typeof endpoints> = {
    list: async (_input, { viewer, language }) => {
      const [list, minutes] = await Promise.all([
        reminders.list(profileKeyOf(viewer)),
        reminders.minutesBefore(profileKeyOf(viewer)),
      ])
      const view = guideView(api, language)
      return respond({
        minutes_before: minutes,
        reminders: list.map((one) => presentReminder(one, television.now().channel(one.cid), view)),
      })
    },
    add: async ({ cid, pid }, { viewer }) => {
      if (television.now().guide.programme(pid) === undefined) return reject('programme_not_found')
      const outcome = await reminders.add(profileKeyOf(viewer), cid, pid)
      if (outcome.kind === 'missing') return reject('programme_not_found')
      if (outcome.kind === 'begun') return reject('reminder_begun')
      if (outcome.kind === 'full') return reject('reminders_full', { values: { limit: maxReminders } })
      return respond({ id: outcome.reminderId, was_there: outcome.kind === 'already' ? 1 : 0 })
    },
    remove: async ({ id }, { viewer }) => {
      await reminders.remove(profileKeyOf(viewer), id)
      return respond({})
    },
    settings: async ({ minutes_before: minutes }, { viewer }) => {
      await reminders.setMinutesBefore(profileKeyOf(viewer), minutes)
      return respond({ minutes_before: minutes })
    },
  }
  return bindEndpoints('reminders', endpoints, handlers)
}

/** A reminder as its viewer sees it now; pure. */
export function presentReminder(
  reminder: Reminder,
  channel: ChannelRecord | undefined,
  view: GuideView,
): ShownReminder {
  const programme = reminder.programme ?? asStored(reminder)
  const state = stateOf(reminder, programme, view.nowMs)
  return {
    id: reminder.id,
    pid: reminder.programme?.pid ?? 0,
    cid: reminder.cid,
    channel_name: channel === undefined ? '' : inLanguage(channel.name, view.language),
    logo: channel === undefined ? '' : pictureAddress('logo', channel.cid, channel.logo, 240),
    title: inLanguage(programme.title, view.language),
    ...presentEpisode(programme, view.language),
    begin_time: Math.floor(programme.beginMs / 1000),
    end_time: Math.floor(programme.endMs / 1000),
    state,
    href: hrefOf(state, programme, view),
  }
}

type ShownProgramme = Pick<
  ProgrammeRecord,
  'beginMs' | 'cid' | 'endMs' | 'episode' | 'pid' | 'season' | 'subtitle' | 'title'
>

function asStored(reminder: Reminder): ShownProgramme {
  return { ...reminder, pid: reminder.pid ?? 0 }
}

function stateOf(
  { isHidden, programme: listed }: Reminder,
  programme: ShownProgramme,
  nowMs: number,
): ShownReminder['state'] {
  if (isHidden) return 'hidden'
  if (listed === undefined) return 'gone'
  if (programme.endMs <= nowMs) return 'past'
  return programme.beginMs <= nowMs ? 'now' : 'coming'
}

function hrefOf(state: ShownReminder['state'], programme: ShownProgramme, view: GuideView): string {
  if (state === 'coming' || state === 'now') return pathOf('channel', { id: programme.cid })
  return state === 'past' && isWatchable(programme, view) ? archivePath(programme.cid, programme.pid) : ''
}

/** The page that plays a past programme; whether this viewer may watch it, the page's request decides. */
export function archivePath(cid: number, pid: number): string {
  return pathOf('tvArchive', { id: cid, archiId: pid })
}

/**
 * Where a notification leads now: the link of a reminder becomes that of the recording once its programme is over; other
 * links stay as they are.
 */
export function linkNow(href: string, guide: Pick<Guide, 'programme'>, nowMs: number): string {
  const pid = readReminderHref(href)?.pid
  const programme = pid === undefined ? undefined : guide.programme(pid)
  return programme !== undefined && programme.endMs <= nowMs
    ? archivePath(programme.cid, programme.pid)
    : href
}
