import { clientOf, playbackDeps, type PlaybackContext } from './playback-deps.ts'
import {
  type PlaybackClient,
  type PlaybackDeps,
  type PlaybackStreamRequest,
  playChannel,
  playProgramme,
  playTitle,
} from '#server/playback/playback.ts'
import { presentAddress, presentTitle, rejectPlayback } from './present-playback.ts'
import { respond } from '#contract/form/endpoint.ts'
import { channels } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

/** Addresses for clients that may play. */
export function playbackEndpoints(api: PlaybackContext): readonly BoundEndpoint[] {
  const all = playbackDeps(api)
  const depsOf = ({ viewer }: PlaybackClient): PlaybackDeps =>
    viewer?.support === undefined ? all : { ...all, looksUntilMs: viewer.support.untilMs }
  const ofChannels: Handlers<typeof channels, 'url' | 'programmeUrl'> = {
    url: async (input, call) => {
      const client = clientOf(call)
      const played = await playChannel(depsOf(client), client, input.cid, streamOf(input))
      return played.kind === 'signed'
        ? respond(presentAddress(played.address))
        : rejectPlayback(api, client, played)
    },
    programmeUrl: async (input, call) => {
      const client = clientOf(call)
      const request = { cid: input.cid, pid: input.pid, timeSec: input.time }
      const played = await playProgramme(depsOf(client), client, request, streamOf(input))
      return played.kind === 'signed'
        ? respond(presentAddress(played.address))
        : rejectPlayback(api, client, played)
    },
  }
  const ofFilms: Handlers<typeof films, 'url'> = {
    url: async (input, call) => {
      const client = clientOf(call)
      const played = await playTitle(
        depsOf(client),
        client,
        { vid: input.vid, vfid: input.vfid },
        streamOf(input),
      )
      return played.kind === 'signed' ? respond(presentTitle(played)) : rejectPlayback(api, client, played)
    },
  }
  return [...bindEndpoints('channels', channels, ofChannels), ...bindEndpoints('films', films, ofFilms)]
}

/** What a request for an address says of edges. */
export function edgesOf(input: { edges: number; failed_edge?: string | undefined }) {
  return { edges: input.edges === 1, failedEdge: input.failed_edge }
}

/** The stream parameters of a request for an address. */
export function streamOf(input: {
  readonly stream_id?: string | undefined
  left: number
  beats: number
  warm: number
  whole: number
  edges: number
  failed_edge?: string | undefined
}): PlaybackStreamRequest {
  return {
    formerId: input.stream_id,
    left: input.left === 1,
    beats: input.beats === 1,
    warm: input.warm === 1,
    whole: input.whole === 1,
    ...edgesOf(input),
  }
}
