import { beginStream } from './begin-stream.ts'
import { type Decision, decided } from './decide.ts'
import type { StreamDeps } from './deps.ts'
import { decideSeen, fetchLeaseMs, heartbeatOf, leaseMs } from './rules.ts'
import { beatSeen, beatStream, findStreams } from './stream-store.ts'
import type { StreamChanges } from './stream-decisions.ts'

export type Beat =
  | { readonly kind: 'going' | 'unknown' }
  /** `by`: the holder that stopped it. */
  | { readonly kind: 'stopped'; readonly by: string | null }

/** A heartbeat of a stream, from the client that plays it. */
export async function beat(deps: StreamDeps, streamId: string, holder: string): Promise<Beat> {
  const nowMs = deps.clock.nowMs()
  const leaseUntilMs = nowMs + leaseMs
  if (await beatStream(deps.db, { streamId, holder, nowMs, leaseUntilMs })) return { kind: 'going' }
  const [stream] = await findStreams(deps.db, [streamId])
  const said = heartbeatOf(stream, holder, nowMs)
  if (said === 'stopped') return { kind: said, by: stream?.stopped?.by ?? null }
  if (said === 'unknown' || stream === undefined) return { kind: 'unknown' }
  // The first heartbeat of a preloaded stream, or one after a long silence: it continues when the limit allows it.
  const { accountId, item, ticketUntilMs } = stream
  const started = await beginStream(deps, {
    accountId,
    holder,
    item,
    formerId: streamId,
    beats: true,
    warm: false,
    maxStreams: await deps.limitOf(accountId),
    ticketUntilMs,
  })
  return { kind: started.kind === 'begun' && started.streamId === streamId ? 'going' : 'unknown' }
}

/** At most so many silent streams are decided in one pass; the others are handled at their next fetch. */
const maxDecided = 200

/** Streams with recent fetches, each with the time of its last fetch, unix milliseconds. */
export async function seenFetching(deps: StreamDeps, seen: ReadonlyMap<string, number>): Promise<void> {
  if (seen.size === 0) return
  const nowMs = deps.clock.nowMs()
  const silent = await beatSeen(deps.db, [...seen.keys()], nowMs, nowMs + fetchLeaseMs)
  for (const stream of await findStreams(deps.db, silent.slice(0, maxDecided))) {
    const seenMs = seen.get(stream.streamId) ?? 0
    if (stream.stopped !== null || stream.startedMs === null) continue
    await resumeOrStop(deps, stream.accountId, stream.streamId, seenMs)
  }
}

async function resumeOrStop(deps: StreamDeps, accountId: number, streamId: string, seenMs: number) {
  const limit = await deps.limitOf(accountId)
  await decided(deps, accountId, (existing, nowMs): Decision<void> => {
    const stream = existing.find((one) => one.streamId === streamId)
    const what = stream === undefined ? 'nothing' : decideSeen(existing, stream, limit, { seenMs, nowMs })
    if (stream === undefined || what === 'nothing') return { result: undefined, changes: undefined }
    if (what === 'stop') {
      const stop = { streamId, why: 'lapsed' as const, refusedFromMs: nowMs }
      return { result: undefined, changes: { ...nothing, stops: [stop] } }
    }
    const { startedMs, ticketUntilMs } = stream
    // A tab of its own: the stream that replaced this one continues beside it.
    const tab = streamId
    const prolonged = { streamId, startedMs, ticketUntilMs, leaseUntilMs: nowMs + fetchLeaseMs, tab }
    return { result: undefined, changes: { ...nothing, prolonged } }
  })
}

const nothing: StreamChanges = { stops: [], by: null, expired: [], prolonged: undefined, added: undefined }
