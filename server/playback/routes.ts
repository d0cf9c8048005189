import type { PlaybackNeeds } from './needs.ts'
import { playChannel } from './play-channel.ts'
import { playProgramme } from './play-programme.ts'
import { playTitle } from './play-title.ts'
import { channels } from '#contract/channels.ts'
import { films } from '#contract/films.ts'
import type { BoundCall, Call, Handlers } from '#server/platform/http/bind-contract.ts'
import { bindCalls } from '#server/platform/http/bind-contract.ts'

export interface PlaybackOptions extends PlaybackNeeds {
  /** Whether the caller is inside the national network. */
  region(call: Call): 'inside' | 'outside'
}

export function playbackRoutes(options: PlaybackOptions): readonly BoundCall[] {
  const askerOf = (call: Call) => ({ viewer: call.viewer, region: options.region(call) })
  const ofChannels: Handlers<typeof channels, 'url' | 'programmeUrl'> = {
    url: (input, call) => playChannel(options, askerOf(call), input.cid),
    programmeUrl: (input, call) =>
      playProgramme(options, askerOf(call), { cid: input.cid, pid: input.pid, timeSec: input.time }),
  }
  const ofFilms: Handlers<typeof films, 'url'> = {
    url: (input, call) => playTitle(options, askerOf(call), { vid: input.vid, vfid: input.vfid }),
  }
  return [...bindCalls('channels', channels, ofChannels), ...bindCalls('films', films, ofFilms)]
}
