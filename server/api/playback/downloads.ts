import type { ApiContext } from '#server/api/context/api-context.ts'
import { clientOf, playbackDeps, type PlaybackContext } from './playback-deps.ts'
import {
  beginDownload,
  removeGrants,
  type DownloadDeps,
  licenceOf,
  renewDownloads,
  downloadedFiles,
} from '#server/downloads/downloads.ts'
import { downloads as endpoints, maxDownloads } from '#contract/playback/downloads.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type Viewer, profileKeyOf } from '#server/platform/primitives/viewer.ts'
import { edgesOf } from './playback.ts'
import { rejectPlayback } from './present-playback.ts'
import { titleForDownload, type TitleForDownload } from '#server/playback/playback.ts'

/** Downloads of a device for watching offline. */
export function downloadEndpoints(
  api: PlaybackContext & Pick<ApiContext, 'billing' | 'db'>,
): readonly BoundEndpoint[] {
  const playback = playbackDeps(api)
  const options: DownloadDeps = { ...api, playback }
  const { db, clock } = options
  const handlers: Handlers<typeof endpoints> = {
    options: async ({ vid, vfid }, request) => {
      const client = clientOf(request)
      const right = await titleForDownload(playback, client, { vid, vfid })
      return right.kind === 'granted' ? respond(optionsOf(right.asset)) : rejectPlayback(api, client, right)
    },
    begin: async ({ vid, vfid, ...edges }, request) => {
      const client = clientOf(request)
      const right = await titleForDownload(playback, client, { vid, vfid })
      if (right.kind !== 'granted') return rejectPlayback(api, client, right)
      const deviceId = await deviceOf(options, request.viewer)
      const grant = await beginDownload(options, { ...profileKeyOf(request.viewer), deviceId, vid, vfid })
      if (grant === null) return reject('downloads_full', { values: { limit: maxDownloads } })
      const licence = await licenceOf(options, clientOf(request), grant)
      if (licence === null) return reject('title_not_found')
      const { url, expiresAtMs } = await right.addressFor(String(deviceId), edgesOf(edges))
      return respond({ url, address_expires_at: secOf(expiresAtMs), now: secOf(clock.nowMs()), licence })
    },
    renew: async ({ held: active }, request) => {
      const deviceId = await deviceOf(options, request.viewer)
      const device = { ...profileKeyOf(request.viewer), deviceId, activeFiles: downloadedFiles(active) }
      const stored = await renewDownloads(options, clientOf(request), device)
      return respond({ now: secOf(clock.nowMs()), downloads: { item: [...stored] } })
    },
    remove: async ({ vfid }, { viewer }) => {
      const { profileNo } = profileKeyOf(viewer)
      await removeGrants(db, { deviceId: await deviceOf(options, viewer), profileNo }, [vfid])
      return respond({})
    },
  }
  return bindEndpoints('downloads', endpoints, handlers)
}

function secOf(ms: number) {
  return Math.floor(ms / 1000)
}

/** A valid session always has a device. */
async function deviceOf({ accounts }: DownloadDeps, viewer: Viewer): Promise<number> {
  const devices = await accounts.listDevices(viewer.accountId, viewer.sessionId)
  const own = devices.find((device) => device.isCurrent)
  invariant(own !== undefined, 'the session of a call has no device')
  return own.deviceId
}

type Asset = Extract<TitleForDownload, { kind: 'granted' }>['asset']
type Track = Asset['video'][number] | Asset['audio'][number]

function bytesOf({ initEnd, segments }: Track) {
  return segments.reduce((sum, segment) => sum + segment.size, initEnd)
}

function optionsOf({ durationMs, video, audio, subtitles }: Asset) {
  return {
    duration_sec: durationMs / 1000,
    qualities: { item: video.map((track) => ({ height: track.height, size_bytes: bytesOf(track) })) },
    audio: {
      item: audio.map((track) => ({
        language: track.language,
        name: track.name,
        size_bytes: bytesOf(track),
      })),
    },
    subtitles: { item: subtitles.map(({ language, name }) => ({ language, name })) },
  }
}
