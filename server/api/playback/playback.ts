import { askerOf, playbackDeps, type PlaybackContext } from './playback-deps.ts'
import {
  type PlaybackStreamRequest,
  playChannel,
  playProgramme,
  playTitle,
} from '#server/playback/playback.ts'
import { channels } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Addresses that play, for those who may. */
export function playbackEndpoints(api: PlaybackContext): readonly BoundEndpoint[] {
  const deps = playbackDeps(api)
  const ofChannels: Handlers<typeof channels, 'url' | 'programmeUrl'> = {
    url: (input, call) => playChannel(deps, askerOf(call), input.cid, streamOf(input)),
    programmeUrl: (input, call) => {
      const request = { cid: input.cid, pid: input.pid, timeSec: input.time }
      return playProgramme(deps, askerOf(call), request, streamOf(input))
    },
  }
  const ofFilms: Handlers<typeof films, 'url'> = {
    url: (input, call) =>
      playTitle(deps, askerOf(call), { vid: input.vid, vfid: input.vfid }, streamOf(input)),
  }
  return [...bindEndpoints('channels', channels, ofChannels), ...bindEndpoints('films', films, ofFilms)]
}

function streamOf(input: {
  readonly stream_id?: string | undefined
  left: number
  beats: number
  warm: number
  whole: number
}): PlaybackStreamRequest {
  return {
    formerId: input.stream_id,
    left: input.left === 1,
    beats: input.beats === 1,
    warm: input.warm === 1,
    whole: input.whole === 1,
  }
}
