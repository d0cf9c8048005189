/** The timeline of a channel in the console, and editing its programmes by hand. */
import { consoleTimeline as endpoints } from '#contract/console/timeline.ts'
import { tashkentOffsetMs, televisionGenres } from '#contract/form/constants.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type ConsoleCall, bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { undoSetOf } from '#server/console/changes/undo-set.ts'
import { feedOf } from '#server/imports/imports.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type ChannelTimeline,
  type ProgrammeTimes,
  type ProgrammesChanged,
  type ProgrammesRefused,
  addProgramme,
  changeProgramme,
  listStaffCategories,
  loadTimeline,
  releaseProgrammes,
  shiftProgrammes,
} from '#server/television/television.ts'
import { presentArchiveSpans, presentTimeline, shortestHoleMs } from './present-timeline.ts'

export interface TimelineDeps extends ContentDeps {
  readonly engine: {
    recordedSpans(
      channelId: string,
      fromMs: number,
      toMs: number,
      toleranceMs: number,
    ): readonly ProgrammeTimes[] | undefined
    hasRecording(channelId: string, beginMs: number, endMs: number): boolean
  }
}

const dayMs = 86_400_000
/** What is being recorded just now is no hole. */
const openMs = 60_000

export function timelineEndpoints(deps: TimelineDeps): readonly BoundEndpoint[] {
  const { db } = deps
  const settled = (event: string, call: ConsoleCall, outcome: ProgrammesChanged | ProgrammesRefused) =>
    settle(deps, event, call, outcome)
  return bindConsole('consoleTimeline', endpoints, {
    channel: async ({ cid, from, to }) => {
      const window = { fromMs: from * 1000, toMs: to * 1000 }
      const timeline = await loadTimeline(db, cid, window)
      if (timeline === undefined) return reject('channel_not_found')
      const { channel, ...rest } = presentTimeline(timeline)
      const categories = await listStaffCategories(db)
      return respond({
        ...rest,
        channel: { ...channel, source: await feedOf(db, cid) },
        archive: archiveOf(deps, timeline, window),
        genres: categories
          .filter(({ id }) => televisionGenres.includes(id))
          .map(({ id, nameRu, nameUz }) => ({ code: id, name_ru: nameRu, name_uz: nameUz })),
      })
    },
    add: async ({ cid, begin, end, ...fields }, call) =>
      settled(
        'programme_added',
        call,
        await addProgramme(db, { cid, times: timesOf({ begin, end }), fields }, authorOf(call, deps)),
      ),
    change: async ({ cid, pid, version, begin, end, hidden, ...fields }, call) => {
      // One of them alone would be left out without a word.
      if ((begin === undefined) !== (end === undefined)) return reject('programme_times_wrong')
      const change = {
        ...{ cid, pid, version, fields, isHidden: hidden },
        ...(begin === undefined || end === undefined ? {} : { times: timesOf({ begin, end }) }),
      }
      return settled('programme_changed', call, await changeProgramme(db, change, authorOf(call, deps)))
    },
    shift: async ({ cid, from, to, minutes }, call) => {
      const shift = { cid, minutes, fromMs: from * 1000, toMs: to === null ? null : to * 1000 }
      return settled('guide_shifted', call, await shiftProgrammes(db, shift, authorOf(call, deps)))
    },
    release: async ({ cid, pid, version, shift_id: shiftId }, call) => {
      const release = { cid, shiftId, ...(pid === undefined ? {} : { programme: { pid, version } }) }
      return settled('guide_released', call, await releaseProgrammes(db, release, authorOf(call, deps)))
    },
    undo: async ({ change_id: changeId }, call) => undoSetOf('guide', deps, changeId, call),
  })
}

function timesOf({ begin, end }: { readonly begin: number; readonly end: number }): ProgrammeTimes {
  return { beginMs: begin * 1000, endMs: end * 1000 }
}

/** What can be played of a window, and what of it is missing. */
function archiveOf(
  { clock, engine }: TimelineDeps,
  { channel }: ChannelTimeline,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
) {
  const nowMs = clock.nowMs()
  const depthMs = nowMs - channel.archiveDays * dayMs
  const [beginMs, untilMs] = [Math.max(fromMs, depthMs), Math.min(toMs, nowMs - openMs)]
  if (channel.archiveDays === 0) return null
  if (untilMs <= beginMs) return { recorded: [], holes: [] }
  const id = String(channel.cid)
  const recorded = engine.recordedSpans(id, beginMs, untilMs, shortestHoleMs)
  if (recorded === undefined) return null
  const hasEarlier = depthMs < beginMs && engine.hasRecording(id, depthMs, beginMs)
  return presentArchiveSpans(recorded, { fromMs: beginMs, untilMs, hasEarlier })
}

async function settle(
  deps: ContentDeps,
  event: string,
  call: ConsoleCall,
  outcome: ProgrammesChanged | ProgrammesRefused,
) {
  switch (outcome.kind) {
    case 'changed':
      await recordSet(deps, event, call, outcome.changeId)
      return respond({ change_id: outcome.changeId })
    case 'unknown_channel':
      return reject('channel_not_found')
    case 'unknown_programme':
      return reject('programme_gone')
    case 'changed_since':
      return reject('changed_since', { values: { who: outcome.who || '—' } })
    case 'overlaps_edited':
      return reject('programme_overlaps', {
        values: { title: outcome.title, from: clockTime(outcome.beginMs), to: clockTime(outcome.endMs) },
      })
    case 'untitled':
      return reject('programme_untitled')
    case 'times_wrong':
      return reject('programme_times_wrong')
    case 'outside_guide':
      return reject('programme_outside_guide')
    case 'moved_too_far':
      return reject('programme_moved_too_far')
    case 'shifted_too_far':
      return reject('guide_shifted_too_far')
    case 'linear':
      return reject('guide_of_linear')
  }
}

/** `20:05` in Tashkent. */
function clockTime(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(11, 16)
}
