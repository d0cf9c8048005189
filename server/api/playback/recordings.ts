import { presentAddress, rejectPlayback } from './present-playback.ts'
import { clientOf, playbackDeps, type PlaybackContext } from './playback-deps.ts'
import { streamOf } from './playback.ts'
import type { FailureCode, Language } from '#contract/form/failures.ts'
import { type Outcome, reject, respond } from '#contract/form/endpoint.ts'
import { type Recording as ShownRecording, recordings as endpoints } from '#contract/channels/recordings.ts'
import { presentEpisode } from '#server/api/channels/present.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import { type Viewer, profileKeyOf } from '#server/platform/primitives/viewer.ts'
import { archiveItem } from '#server/entitlement/entitlement.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { playRecording, refusalOfKeeping } from '#server/playback/playback.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type AddOutcome,
  type HoursFull,
  type RecordingRecord,
  expiresAtMs,
  mayKeepOf,
  maxRecordings,
  stateOf,
} from '#server/recordings/recordings.ts'
import { type ChannelRecord, inLanguage } from '#server/television/television.ts'

type Context = PlaybackContext &
  Uses<{
    engine:
      | 'channelLoudness'
      | 'describeAsset'
      | 'hasRecording'
      | 'prepareCatchup'
      | 'recordedSpans'
      | 'retainedSpans'
    recordings: 'add' | 'days' | 'find' | 'list' | 'remove' | 'restore' | 'setPosition'
  }>

/** Programmes that viewers keep beyond the archive. */
export function recordingEndpoints(api: Context): readonly BoundEndpoint[] {
  const { recordings, television } = api
  const deps = playbackDeps(api)
  const handlers: Handlers<typeof endpoints> = {
    list: async (_input, request) => respond(await listOf(api, clientOf(request))),
    add: async ({ cid, pid }, request) => {
      const client = clientOf(request)
      const channel = television.now().channel(cid)
      if (channel === undefined) return reject('channel_not_found')
      const programme = television.now().guide.programme(pid)
      if (programme?.cid !== cid) return reject('programme_not_found')
      const refusal = await refusalOfKeeping(deps, client, channel, programme)
      if (refusal !== undefined) return rejectPlayback(api, client, refusal)
      return presentAdded(await recordings.add(profileKeyOf(client.viewer), cid, pid), client.language)
    },
    remove: async ({ id }, { viewer }) => {
      await recordings.remove(viewer.accountId, id)
      return respond({})
    },
    restore: async ({ id }, { viewer, language }) => {
      const outcome = await recordings.restore(viewer.accountId, id)
      if (outcome.kind === 'over') return reject('recording_not_found')
      if (outcome.kind === 'storage_full') return reject('recordings_storage')
      return outcome.kind === 'full' ? rejectFull(outcome, language) : respond({})
    },
    position: async ({ id, position }, { viewer }) =>
      (await recordings.setPosition(profileKeyOf(viewer), id, position))
        ? respond({})
        : reject('recording_not_found'),
    url: async (input, request) => {
      const client = clientOf(request)
      const recording = await recordings.find(client.viewer.accountId, input.id)
      if (recording === undefined) return reject('recording_not_found')
      const { support } = client.viewer
      const looking = support === undefined ? deps : { ...deps, looksUntilMs: support.untilMs }
      const played = await playRecording(
        { ...looking, engine: api.engine },
        client,
        recording,
        streamOf(input),
      )
      return played.kind === 'signed'
        ? respond(presentAddress(played.address))
        : rejectPlayback(api, client, played)
    },
  }
  return bindEndpoints('recordings', endpoints, handlers)
}

/** What a viewer has, as it is shown now. */
async function listOf(api: Context, { viewer, region, language }: ReturnType<typeof clientOf<Viewer>>) {
  const { clock, entitlement, recordings, television } = api
  const [list, access] = await Promise.all([
    recordings.list(viewer.accountId),
    entitlement.channelAccess(viewer, region),
  ])
  // What opens a channel to guests opens it live only.
  const isOpen = (channel: ChannelRecord) => access({ ...channel, isOpenToGuests: false })
  const openedBy = await openersOf(api, list.recordings, isOpen, language)
  const { profileNo } = profileKeyOf(viewer)
  const view = { profileNo, language, nowMs: clock.nowMs(), days: recordings.days }
  return {
    used_sec: Math.ceil(list.usedMs / 1000),
    granted_sec: Math.floor(list.grantedMs / 1000),
    recordings: list.recordings.map((one) => {
      const channel = television.now().channel(one.cid)
      const isLocked = channel === undefined || !isOpen(channel)
      return presentRecording(one, { channel, isLocked, openedBy: openedBy.get(one.cid) ?? '', ...view })
    }),
    cids: television
      .now()
      .channels.filter((channel) => mayKeepOf(channel) && isOpen(channel))
      .map(({ cid }) => cid),
  }
}

/** The cheapest tariff that opens each channel that is locked, by cid. */
async function openersOf(
  { entitlement, television }: Pick<Context, 'entitlement' | 'television'>,
  recordings: readonly RecordingRecord[],
  isOpen: (channel: ChannelRecord) => boolean,
  language: Language,
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>()
  for (const cid of new Set(recordings.map((one) => one.cid))) {
    const channel = television.now().channel(cid)
    if (channel === undefined || isOpen(channel)) continue
    const [cheapest] = await entitlement.openedBy(archiveItem(channel))
    if (cheapest !== undefined) names.set(cid, cheapest.name[language])
  }
  return names
}

interface RecordingView {
  readonly channel: ChannelRecord | undefined
  readonly isLocked: boolean
  readonly openedBy: string
  /** Who looks. */
  readonly profileNo: number
  readonly language: Language
  readonly nowMs: number
  readonly days: number
}

/** A recording as its viewer sees it now; pure. */
export function presentRecording(recording: RecordingRecord, view: RecordingView): ShownRecording {
  const { channel, isLocked, openedBy, profileNo, language, nowMs, days } = view
  const { beginMs, endMs, recordedMs } = recording
  const state = stateOf(recording, nowMs)
  const share = recordedMs === null ? 1 : recordedMs / (endMs - beginMs)
  return {
    ...{ id: recording.id, pid: recording.pid ?? 0, cid: recording.cid, profile_no: recording.profileNo },
    channel_name: channel === undefined ? '' : inLanguage(channel.name, language),
    logo: channel === undefined ? '' : pictureAddress('logo', channel.cid, channel.logo, 240),
    title: inLanguage(recording.title, language),
    ...presentEpisode(recording, language),
    description: inLanguage(recording.description, language),
    age_rating: recording.ageRating,
    ...{ begin_time: Math.floor(beginMs / 1000), end_time: Math.floor(endMs / 1000) },
    state,
    recorded_percent: state === 'partial' ? Math.max(1, Math.min(99, Math.round(share * 100))) : 100,
    ...{ locked: isLocked ? 1 : 0, opened_by: openedBy },
    position_sec: recording.positions[String(profileNo)] ?? 0,
    expires_at: Math.floor(expiresAtMs(endMs, days, recording.expiryNotifiedAtMs, nowMs) / 1000),
  }
}

type AddFailure = Extract<
  FailureCode,
  | 'programme_not_found'
  | 'recording_not_possible'
  | 'not_recorded'
  | 'not_subscribed'
  | 'recording_no_hours'
  | 'recordings_full'
  | 'recordings_too_many'
  | 'recordings_storage'
>

function presentAdded(
  outcome: AddOutcome,
  language: Language,
): Outcome<{ id: number; was_there: 0 | 1 }, AddFailure> {
  switch (outcome.kind) {
    case 'added':
    case 'already':
      return respond({ id: outcome.id, was_there: outcome.kind === 'already' ? 1 : 0 })
    case 'missing':
    case 'declined':
      return reject('programme_not_found')
    case 'closed':
      return reject('not_subscribed')
    case 'not_kept':
      return reject('recording_not_possible')
    case 'not_recorded':
      return reject('not_recorded')
    case 'no_hours':
      return reject('recording_no_hours')
    case 'full':
      return rejectFull(outcome, language)
    case 'too_many':
      return reject('recordings_too_many', { values: { limit: maxRecordings } })
    case 'storage_full':
      return reject('recordings_storage')
  }
}

function rejectFull({ usedMs, grantedMs, neededMs }: HoursFull, language: Language) {
  const [used, granted, needed] = [usedMs, grantedMs, neededMs].map((ms) => hoursText(ms, language))
  return reject('recordings_full', {
    values: { used: used ?? '', granted: granted ?? '', needed: needed ?? '' },
  })
}

/** `7 ч 30 мин`. */
export function hoursText(ms: number, language: Language): string {
  const minutes = Math.round(ms / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const [hour, minute] = language === 'ru' ? ['ч', 'мин'] : ['soat', 'daqiqa']
  const parts = [
    ...(hours > 0 ? [`${hours}\u00a0${hour}`] : []),
    ...(rest > 0 ? [`${rest}\u00a0${minute}`] : []),
  ]
  return parts.length === 0 ? `0\u00a0${minute}` : parts.join(' ')
}
