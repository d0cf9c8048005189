/** Whether something would play, without playing it: the use cases of playback themselves, with nothing written. */
import { watchLimitFailures } from '#contract/form/profile-failures.ts'
import type { PlaybackClient, PlaybackDeps } from './deps.ts'
import { playChannel } from './play-channel.ts'
import { playProgramme } from './play-programme.ts'
import { playTitle } from './play-title.ts'
import type { PlaybackRefusal } from './refusals.ts'

/** What would be played. */
export type RehearsedRequest =
  | { readonly kind: 'live'; readonly cid: number }
  /** The programme that is on then; unix seconds. */
  | { readonly kind: 'archive'; readonly cid: number; readonly atSec: number }
  /** Without `vfid`: the film, or the first episode. */
  | { readonly kind: 'film'; readonly vid: number; readonly vfid: number | undefined }

/** What a rehearsal needs of playback's dependencies: nothing is signed. */
export type RehearsalDeps = Pick<
  PlaybackDeps,
  'blackouts' | 'catalogue' | 'clock' | 'entitlement' | 'profileLimits' | 'television'
> & {
  readonly engine: Omit<PlaybackDeps['engine'], 'prepareCatchup'>
  readonly streams: Pick<PlaybackDeps['streams'], 'check'>
}

/** Every refusal, in the order in which playback would give them: the first is what the viewer is shown. */
export interface Rehearsal {
  readonly refusals: readonly PlaybackRefusal[]
  /** False: behind the last refusal there is nothing that could be checked. */
  readonly isComplete: boolean
}

/** More than there are different refusals. */
const maxRefusals = 12

/**
 * Plays without playing: no stream begins, no provider is called, no address is signed. After each refusal its cause is
 * left out and it is played again, so that all causes are found. `formerId`: the stream that the player plays now.
 */
export async function rehearse(
  from: RehearsalDeps,
  caller: PlaybackClient,
  request: RehearsedRequest,
  formerId: string | undefined,
): Promise<Rehearsal> {
  const refusals: PlaybackRefusal[] = []
  let deps: PlaybackDeps | undefined = quietly(from)
  while (deps !== undefined && refusals.length < maxRefusals) {
    const played = await play(deps, caller, request, formerId)
    if (played.kind === 'signed') return { refusals, isComplete: true }
    // A cause that cannot be left out ends it.
    if (refusals.some(({ failure }) => failure === played.failure)) break
    refusals.push(played)
    deps = without(deps, played.failure)
  }
  return { refusals, isComplete: false }
}

function play(
  deps: PlaybackDeps,
  caller: PlaybackClient,
  request: RehearsedRequest,
  formerId: string | undefined,
) {
  const stream = { formerId, beats: true, warm: false }
  switch (request.kind) {
    case 'live':
      return playChannel(deps, caller, request.cid, stream)
    case 'archive':
      return playProgramme(deps, caller, { cid: request.cid, pid: 0, timeSec: request.atSec }, stream)
    case 'film':
      return playTitle(deps, caller, { vid: request.vid, vfid: request.vfid }, stream)
  }
}

/** The same dependencies with nothing written: addresses are made with a key that opens nothing, and dropped. */
function quietly({ streams, engine, ...deps }: RehearsalDeps): PlaybackDeps {
  return {
    ...deps,
    engine: {
      channelLoudness: () => undefined,
      describeAsset: (assetId) => engine.describeAsset(assetId),
      hasRecording: (channelId, beginMs, endMs) => engine.hasRecording(channelId, beginMs, endMs),
      recordedSpans: (channelId, fromMs, toMs, gapMs) => engine.recordedSpans(channelId, fromMs, toMs, gapMs),
      prepareCatchup: async () => ({ kind: 'ready' }),
    },
    streams: {
      check: (stream) => streams.check(stream),
      beginGuest: async () => ({ kind: 'begun', streamId: 'rehearsed' }),
      begin: async (stream) => {
        const checked = await streams.check(stream)
        return checked.kind === 'free' ? { kind: 'begun', streamId: 'rehearsed' } : checked
      },
    },
    ticketSecret: 'a rehearsal opens nothing',
    ticketSec: 60,
    edges: { originFor: () => '' },
  }
}

/** As if this cause of a refusal were not there; undefined where nothing can be checked without it. */
function without(deps: PlaybackDeps, failure: PlaybackRefusal['failure']): PlaybackDeps | undefined {
  if ((watchLimitFailures as readonly string[]).includes(failure))
    return {
      ...deps,
      profileLimits: { watchable: async () => ({ kind: 'within', untilMs: null, leftMs: null }) },
    }
  const { blackouts, engine, entitlement, streams, television } = deps
  switch (failure) {
    case 'outside_region':
      return {
        ...deps,
        entitlement: { ...entitlement, ask: (viewer, item) => entitlement.ask(viewer, item, 'inside') },
      }
    case 'not_subscribed':
    case 'account_suspended':
    case 'tariff_paused':
      return {
        ...deps,
        entitlement: {
          ...entitlement,
          ask: async (...question) => {
            const { maxStreams } = await entitlement.ask(...question)
            return { kind: 'watch', untilMs: null, maxStreams }
          },
        },
      }
    case 'blacked_out':
      return {
        ...deps,
        blackouts: {
          ...blackouts,
          ofChannel: () => ({ all: undefined, times: [] }),
          ofTitle: () => ({ now: undefined, nextMs: null }),
        },
      }
    case 'not_available_now':
      return {
        ...deps,
        engine: { ...engine, hasRecording: () => true },
        television: { ...television, now: () => onTheAir(television.now()) },
      }
    case 'not_recorded':
      return { ...deps, engine: { ...engine, hasRecording: () => true, recordedSpans: () => undefined } }
    case 'too_many_streams':
      return {
        ...deps,
        streams: {
          ...streams,
          check: async () => ({ kind: 'free', former: undefined }),
          begin: async () => ({ kind: 'begun', streamId: 'rehearsed' }),
        },
      }
    default:
      return undefined
  }
}

type TelevisionNow = ReturnType<PlaybackDeps['television']['now']>

/** Every channel as if it were switched on and received. */
function onTheAir(snapshot: TelevisionNow): TelevisionNow {
  return {
    ...snapshot,
    channel: (cid) => {
      const channel = snapshot.channel(cid)
      return channel === undefined ? undefined : { ...channel, isEnabled: true, source: { kind: 'linear' } }
    },
  }
}
