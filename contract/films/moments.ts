/** Links to a moment of a film or of a recorded programme: a minute of it plays for everybody (GUEST-02). */
import * as z from 'zod/mini'
import { PlaybackAddress } from '#contract/channels/channels.ts'
import { watchLimitFailures } from '#contract/form/profile-failures.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { id, whole } from '#contract/form/fields.ts'
import { edgeInput } from '#contract/playback/stream-fields.ts'

/** Later than any film is long; of a programme, unix seconds. */
const lastSec = 4_102_444_800

const noFile = 'vid with vfid, or cid'

/** What both endpoints may be refused with. */
const momentFailures = [
  'title_not_found',
  'channel_not_found',
  'not_available_now',
  'title_outside_region',
  'outside_region',
  'blacked_out',
  'not_begun',
  'not_recorded',
  'moment_closed',
  'too_many_requests',
  ...watchLimitFailures,
] as const

export const moments = {
  share: endpoint({
    path: '/api/v1/moment/share',
    envelope: 'data',
    access: 'optional',
    endedSession: 'refused',
    summary:
      'A token that shares a moment of a film (vid, vfid) or of a channel’s archive (cid), for who may watch it',
    input: z
      .object({
        vid: z.optional(id()),
        vfid: z.optional(id()),
        cid: z.optional(id()),
        /** Of a film: seconds from its beginning; of an archive: unix seconds. */
        sec: whole(0, lastSec),
      })
      .check(
        z.refine(
          ({ vid, vfid, cid }) =>
            cid === undefined ? vid !== undefined && vfid !== undefined : vid === undefined,
          {
            path: ['vid'],
            error: noFile,
          },
        ),
      ),
    output: z.object({ token: z.string(), expires_at: z.int() }),
    failures: ['login_needed', 'not_subscribed', 'account_suspended', 'tariff_paused', ...momentFailures],
    rateLimits: [{ name: 'share_moment', per: 'network', attempts: 300, perSec: 3600 }],
  }),
  url: endpoint({
    path: '/api/v1/moment/url',
    envelope: 'data',
    access: 'optional',
    endedSession: 'refused',
    needsProfile: true,
    summary: 'The address of a minute from a shared moment, without an account',
    input: z.object({
      token: z.string().check(z.regex(/^[0-9a-z-]{10,90}$/, 'a token of moment/share')),
      ...edgeInput,
    }),
    output: PlaybackAddress,
    failures: ['moment_over', 'moment_limit', ...momentFailures],
    rateLimits: [{ name: 'play_moment', per: 'network', attempts: 600, perSec: 3600 }],
  }),
}
