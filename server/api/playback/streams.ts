import { nameOfHolder, presentStreams } from './present-streams.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import type { WatchSubject } from '#server/profile-limits/profile-limits.ts'
import { type Outcome, type ResponseOf, respond, reject } from '#contract/form/endpoint.ts'
import { streams as endpoints } from '#contract/playback/streams.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

type StreamContext = Pick<ApiContext, 'streams' | 'accounts' | 'catalogue' | 'profileLimits' | 'television'> &
  Uses<{ recordings: 'find' }>

/** The endpoints of an account's active streams. */
export function streamEndpoints(api: StreamContext): readonly BoundEndpoint[] {
  const { accounts, streams } = api
  const handlers: Handlers<typeof endpoints> = {
    list: async (_input, { viewer, language }) => {
      const [limit, going] = await Promise.all([
        streams.limitOf(viewer.accountId),
        streams.activeStreams(viewer.accountId),
      ])
      return respond({ limit, streams: { item: await presentStreams(api, going, viewer, language) } })
    },
    heartbeat: async ({ stream_id: streamId }, { viewer, language }) => {
      if (viewer === undefined) {
        const state = (await streams.beatGuest(streamId)) ? 'going' : 'unknown'
        return respond({ state, stopped_by: '' })
      }
      if (viewer.profile?.isRemoved === true) return endWithProfile(api, viewer, streamId)
      const beat = await streams.beat(streamId, viewer.sessionId)
      if (beat.kind === 'going') return respond(await beatWithin(api, viewer, streamId))
      if (beat.kind !== 'stopped') return respond({ state: beat.kind, stopped_by: '' })
      const devices = await accounts.listDevices(viewer.accountId, viewer.sessionId)
      const by = beat.by === null ? '' : nameOfHolder(devices, beat.by, language)
      return respond({ state: 'stopped', stopped_by: by })
    },
    stop: async ({ stream_id: streamId }, { viewer }) => {
      if (viewer === undefined)
        return (await streams.stopGuest(streamId)) ? respond({}) : reject('stream_not_found')
      const outcome = await streams.stop(viewer.accountId, streamId, viewer.sessionId)
      return outcome === 'stopped' ? respond({}) : reject(outcome)
    },
  }
  return bindEndpoints('streams', endpoints, handlers)
}

/** The profile of the device was removed: what it plays ends, and it has to choose another. */
async function endWithProfile(
  { streams }: Pick<StreamContext, 'streams'>,
  { accountId, sessionId }: Viewer,
  streamId: string,
): Promise<Outcome<never, 'profile_not_found'>> {
  const active = await streams.activeStreams(accountId)
  const isOwn = active.some((one) => one.streamId === streamId && one.holder === sessionId)
  if (isOwn) await streams.stop(accountId, streamId, sessionId)
  return reject('profile_not_found')
}

/** The answer to a heartbeat of a stream that counts: it ends where the limits of the profile do. */
async function beatWithin(
  { profileLimits, recordings, streams }: Pick<StreamContext, 'profileLimits' | 'recordings' | 'streams'>,
  viewer: Viewer,
  streamId: string,
): Promise<ResponseOf<typeof endpoints.heartbeat>> {
  const going = { state: 'going', stopped_by: '' } as const
  if (viewer.profile?.limit === undefined) return going
  const { accountId, sessionId } = viewer
  const stream = (await streams.activeStreams(accountId)).find((one) => one.streamId === streamId)
  const subject = stream === undefined ? undefined : await subjectOf(recordings, accountId, stream.item)
  if (subject === undefined) return going
  const verdict = await profileLimits.watchable(viewer, subject, 'heartbeat')
  if (verdict.kind === 'above') {
    await streams.stop(accountId, streamId, sessionId)
    return { state: 'unknown', stopped_by: '' }
  }
  const { leftMs } = verdict
  return leftMs === null ? going : { ...going, minutes_left: Math.ceil(leftMs / minuteMs) }
}

const minuteMs = 60_000

/** What a stream shows, as the streams module stores it; undefined for an item of no known form. */
async function subjectOf(
  recordings: StreamContext['recordings'],
  accountId: number,
  item: string,
): Promise<WatchSubject | undefined> {
  const [kind, id, detail, recordingId] = item.split(':')
  if (kind === 'film') return { kind: 'title', vid: Number(id) }
  if (kind === 'live') return { kind: 'live', cid: Number(id) }
  if (kind !== 'archive') return undefined
  const beginMs = Number(detail) * 1000
  const past = { kind: 'past', cid: Number(id), beginMs, endMs: beginMs + 1 } as const
  const stored = recordingId === undefined ? undefined : await recordings.find(accountId, Number(recordingId))
  return stored === undefined ? past : { ...past, stored }
}
