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
import {
  insertStream,
  openStreamsOf,
  lapseStreams,
  lockStreams,
  prolongStream,
  stopStreams,
} from './stream-store.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** What an address is asked for. */
export interface StreamRequest extends PlaybackStreamRequest {
  readonly accountId: number
  /** How many the account may watch at once, as entitlement says. */
  readonly maxStreams: number
  /** When the ticket that is about to be signed ends, unix milliseconds. */
  readonly ticketUntilMs: number
}

export type StreamStarted =
  | { readonly kind: 'begun'; readonly streamId: string }
  /** Somebody of the account stopped it on purpose on another device. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too_many'; readonly limit: number; readonly going: readonly StreamRecord[] }

/**
 * Begins a stream, goes on with one, or refuses. Streams of one account are decided on one after another, here by
 * turns and between processes by a lock, so two that begin at once can't both take the last place.
 */
export async function beginStream(deps: StreamDeps, request: StreamRequest): Promise<StreamStarted> {
  const { accountId, maxStreams: limit } = request
  return decided(deps, accountId, async (trx) => {
    const nowMs = deps.clock.nowMs()
    const start = decideStart(await openStreamsOf(trx, accountId), request, limit, nowMs)
    if (start.kind === 'stopped') return start
    if (start.kind === 'too_many') return { ...start, limit }
    await giveWay(trx, start, request, nowMs)
    return { kind: 'begun', streamId: await write(deps, trx, start, request, nowMs) }
  })
}

/** Runs `work` while nobody else decides on this account's streams. */
export function decided<Result>(
  deps: StreamDeps,
  accountId: number,
  work: (trx: DbTransaction) => Promise<Result>,
): Promise<Result> {
  return deps.inTurn(accountId, () =>
    deps.db.transaction().execute(async (trx) => {
      await lockStreams(trx, accountId)
      return work(trx)
    }),
  )
}

async function giveWay(
  trx: DbTransaction,
  { replaced, lapsed, cold }: Extract<Start, { kind: 'go' }>,
  { holder }: Pick<PlaybackStreamRequest, 'holder'>,
  nowMs: number,
): Promise<void> {
  const ids = (list: readonly StreamRecord[]) => list.map((one) => one.streamId)
  const by = holder
  const beating = replaced.filter((one) => !isSeen(one.streamId))
  const refusedFromMs = nowMs + replacedGraceMs
  await stopStreams(trx, ids(beating), { why: 'replaced', by, nowMs, refusedFromMs })
  await lapseStreams(trx, ids(replaced.filter((one) => isSeen(one.streamId))), nowMs)
  await stopStreams(trx, ids(lapsed), { why: 'lapsed', by, nowMs, refusedFromMs: nowMs })
  await stopStreams(trx, ids(cold), { why: 'replaced', by, nowMs, refusedFromMs: nowMs })
}

async function write(
  deps: StreamDeps,
  trx: DbTransaction,
  { stream, tab }: Extract<Start, { kind: 'go' }>,
  request: StreamRequest,
  nowMs: number,
): Promise<string> {
  const { accountId, holder, item, beats, warm, ticketUntilMs } = request
  const startedMs = stream?.startedMs ?? (warm ? null : nowMs)
  const leaseUntilMs = nowMs + (beats ? leaseMs : fetchLeaseMs)
  if (stream !== undefined) {
    await prolongStream(trx, stream.streamId, { startedMs, leaseUntilMs, ticketUntilMs })
    return stream.streamId
  }
  const streamId = `${beats || warm ? 'b' : 's'}${Buffer.from(deps.random(16)).toString('base64url')}`
  await insertStream(trx, {
    streamId,
    accountId,
    holder,
    tab: tab ?? streamId,
    item,
    startedMs,
    leaseUntilMs,
    ticketUntilMs,
  })
  return streamId
}
