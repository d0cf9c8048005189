import { reject, respond } from '#contract/form/endpoint.ts'
import type { GuestWatching } from '#contract/form/guest-watching.ts'
import { moments } from '#contract/films/moments.ts'
import {
  type MomentDeps,
  type PlaybackClient,
  type SharedMoment,
  playMoment,
  shareMoment,
} from '#server/playback/playback.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import { createRateLimit } from '#server/platform/limits/rate-limit.ts'
import { limitsInMemory, type RateLimits } from '#server/platform/limits/rate-limits.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import { edgesOf } from './playback.ts'
import { clientOf, playbackDeps, type PlaybackContext } from './playback-deps.ts'
import { presentAddress, rejectPlayback } from './present-playback.ts'

type MomentContext = PlaybackContext &
  Uses<{ settings: 'EKRAN_SHARED_MOMENTS' }> & {
    /** Where shared moments are counted; in memory when absent. */
    readonly rateLimits?: RateLimits
  }

/** How often one network plays one link within an hour: a provider's address stands for many homes. */
const playsPerHour = 60

/** So many moments of one title or channel are shared by an account in a day: minutes, not the whole in pieces. */
const sharesPerDay = 20

/** Links to a moment: made by who may watch it, played by everybody for a minute. */
export function momentEndpoints(api: MomentContext): readonly BoundEndpoint[] {
  const plays = createRateLimit({ name: 'moment_token', attempts: playsPerHour, perSec: 3600 })
  // Over all processes: from each of them further moments would make a whole.
  const { limit } = api.rateLimits ?? limitsInMemory
  const shares = limit({ name: 'moment_shares', attempts: sharesPerDay, perSec: 86_400 })
  const deps: MomentDeps = {
    ...playbackDeps(api),
    momentSecrets: api.secrets.ticketSecrets,
    mayPlayMoments: ({ region }: PlaybackClient) => isFor(api.settings.EKRAN_SHARED_MOMENTS, region),
    countMoment: async ({ address = '' }, token) =>
      (await plays.spend(`${networkOf(address)} ${token.slice(-32)}`)).kind === 'allowed',
  }
  return bindEndpoints('moments', moments, {
    share: async (input, call) => {
      const client = clientOf(call)
      const who = client.viewer?.accountId ?? networkOf(client.address ?? '')
      const spent = await shares.spend(`${who} ${input.cid ?? `film ${input.vid}`}`)
      if (spent.kind === 'refused') return reject('too_many_requests', { retryAfterSec: spent.retryAfterSec })
      const shared = await shareMoment(deps, client, momentOf(input))
      return shared.kind === 'shared'
        ? respond({ token: shared.token, expires_at: shared.untilSec })
        : rejectPlayback(api, client, shared)
    },
    url: async ({ token, ...edges }, call) => {
      const client = clientOf(call)
      const played = await playMoment(deps, client, token, edgesOf(edges))
      return played.kind === 'signed'
        ? respond(presentAddress(played.address))
        : rejectPlayback(api, client, played)
    },
  })
}

function isFor(setting: GuestWatching, region: 'inside' | 'outside'): boolean {
  return setting === 'all' || (setting === 'inside' && region === 'inside')
}

function momentOf(input: {
  readonly vid?: number | undefined
  readonly vfid?: number | undefined
  readonly cid?: number | undefined
  readonly sec: number
}): SharedMoment {
  const { vid = 0, vfid = 0, cid, sec } = input
  return cid === undefined ? { kind: 'film', vid, vfid, sec } : { kind: 'archive', cid, sec }
}
