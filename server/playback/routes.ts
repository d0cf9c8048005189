import type { AskedStream, PlaybackDeps } from './deps.ts'
import { playChannel } from './play-channel.ts'
import { playProgramme } from './play-programme.ts'
import { playTitle } from './play-title.ts'
import { channels } from '#contract/channels.ts'
import { films } from '#contract/films.ts'
import type { BoundCall, Call, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export interface PlaybackOptions extends PlaybackDeps {
  /** Whether the caller is inside the national network. */
  region(call: Call): 'inside' | 'outside'
}

export function playbackRoutes(options: PlaybackOptions): readonly BoundCall[] {
  const askerOf = (call: Call) => ({
    viewer: call.viewer,
    region: options.region(call),
    language: call.language,
  })
  const ofChannels: Handlers<typeof channels, 'url' | 'programmeUrl'> = {
    url: (input, call) => playChannel(options, askerOf(call), input.cid, streamOf(input)),
    programmeUrl: (input, call) => {
      const asked = { cid: input.cid, pid: input.pid, timeSec: input.time }
      return playProgramme(options, askerOf(call), asked, streamOf(input))
    },
  }
  const ofFilms: Handlers<typeof films, 'url'> = {
    url: (input, call) =>
      playTitle(options, askerOf(call), { vid: input.vid, vfid: input.vfid }, streamOf(input)),
  }
  return [...bindCalls('channels', channels, ofChannels), ...bindCalls('films', films, ofFilms)]
}

function streamOf(input: {
  readonly stream_id?: string | undefined
  left: number
  beats: number
  warm: number
  whole: number
}): AskedStream {
  return {
    formerId: input.stream_id,
    left: input.left === 1,
    beats: input.beats === 1,
    warm: input.warm === 1,
    whole: input.whole === 1,
  }
}
