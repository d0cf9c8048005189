import { type Decision, decided } from './decide.ts'
import type { StreamDeps } from './deps.ts'
import {
  type PlaybackStreamRequest,
  type Start,
  type StreamRecord,
  decideStart,
  fetchLeaseMs,
  isSeen,
  leaseMs,
  replacedGraceMs,
} from './rules.ts'
import { type StreamChanges, readBasis } from './stream-decisions.ts'

/** A request to start a stream. */
export interface StreamRequest extends PlaybackStreamRequest {
  readonly accountId: number
  /** How many streams the account may watch at once, as entitlement says. */
  readonly maxStreams: number
  /** When the ticket to be signed expires, unix milliseconds. */
  readonly ticketUntilMs: number
}

export type StreamStarted =
  | { readonly kind: 'begun'; readonly streamId: string }
  /** Another device of the account stopped it on purpose. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too_many'; readonly limit: number; readonly active: readonly StreamRecord[] }

/**
 * Starts or continues a stream, or refuses. Decisions for one account run one after another, in whichever process, so
 * that two streams started at once cannot both take the last lease.
 */
export async function beginStream(deps: StreamDeps, request: StreamRequest): Promise<StreamStarted> {
  const { accountId, maxStreams: limit } = request
  return decided(deps, accountId, (existing, nowMs): Decision<StreamStarted> => {
    const start = decideStart(existing, request, limit, nowMs)
    if (start.kind === 'stopped') return { result: start, changes: undefined }
    if (start.kind === 'too_many') return { result: { ...start, limit }, changes: undefined }
    const { streamId, ...written } = streamOf(deps, start, request, nowMs)
    return {
      result: { kind: 'begun', streamId },
      changes: { ...replacing(start, nowMs), ...written, by: request.holder },
    }
  })
}

export type StreamCheck =
  /** `former`: the previous stream, where it is one of this holder. */
  | { readonly kind: 'free'; readonly former: StreamRecord | undefined }
  | Exclude<StreamStarted, { readonly kind: 'begun' }>

/** What `beginStream` would decide now. Nothing is written, and the stream has to be begun all the same. */
export async function checkStream(
  { db, clock }: Pick<StreamDeps, 'db' | 'clock'>,
  request: Omit<StreamRequest, 'ticketUntilMs'>,
): Promise<StreamCheck> {
  const { accountId, holder, formerId, maxStreams: limit } = request
  const { streams } = await readBasis(db, accountId)
  const start = decideStart(streams, request, limit, clock.nowMs())
  if (start.kind === 'stopped') return start
  if (start.kind === 'too_many') return { ...start, limit }
  const isFormer = (one: StreamRecord) => one.holder === holder && one.streamId === formerId
  return { kind: 'free', former: streams.find(isFormer) }
}

type Go = Extract<Start, { kind: 'go' }>

/** Which streams the new one replaces. */
function replacing({ replaced, expired, cold }: Go, nowMs: number): Pick<StreamChanges, 'stops' | 'expired'> {
  const stop = (why: 'replaced' | 'lapsed', refusedFromMs: number) => (one: StreamRecord) => ({
    streamId: one.streamId,
    why,
    refusedFromMs,
  })
  const heartbeating = replaced.filter((one) => !isSeen(one.streamId))
  return {
    stops: [
      ...heartbeating.map(stop('replaced', nowMs + replacedGraceMs)),
      ...expired.map(stop('lapsed', nowMs)),
      ...cold.map(stop('replaced', nowMs)),
    ],
    expired: replaced.filter((one) => isSeen(one.streamId)).map((one) => one.streamId),
  }
}

/** The stream itself: a continued one or a new one. */
function streamOf(
  deps: Pick<StreamDeps, 'random'>,
  { stream, tab }: Go,
  request: StreamRequest,
  nowMs: number,
): Pick<StreamChanges, 'prolonged' | 'added'> & { readonly streamId: string } {
  const { holder, item, beats, warm, ticketUntilMs } = request
  const startedMs = stream?.startedMs ?? (warm ? null : nowMs)
  const leaseUntilMs = nowMs + (beats ? leaseMs : fetchLeaseMs)
  const times = { startedMs, leaseUntilMs, ticketUntilMs }
  if (stream !== undefined) {
    const { streamId } = stream
    return { streamId, prolonged: { streamId, ...times }, added: undefined }
  }
  const streamId = `${beats || warm ? 'b' : 's'}${Buffer.from(deps.random(16)).toString('base64url')}`
  return { streamId, prolonged: undefined, added: { streamId, holder, tab: tab ?? streamId, item, ...times } }
}
