/** Serves the past that a channel's provider has, after the ticket was verified. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catchup } from '#media/catchup/catchup.ts'
import { cellMs, type CatchupSession, type CellRefusal } from '#media/catchup/catchup-session.ts'
import { catchupMaster, catchupPlaylist } from './playlists/catchup-playlist.ts'
import { isClosed, type ClosedTimes } from './playlists/closures.ts'
import { refuse, sendBytes, sendText, type Caching } from './respond.ts'
import { PreparedResponse } from './response-cache.ts'
import type { Address } from './tickets/origin-path.ts'

/** Players give up a connection that is silent for six seconds, and request again. */
const waitMs = 5000

export interface CatchupRequest {
  readonly catchup: Pick<Catchup, 'open'> | undefined
  /** The session of the ticket. */
  readonly viewer: string
  readonly address: Extract<Address, { kind: 'catchup' }>
  readonly nowMs: number
  readonly closed: readonly ClosedTimes[]
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export async function serveCatchup(context: CatchupRequest): Promise<void> {
  const { catchup, address, viewer, response, nowMs } = context
  const { channelId, beginMs, endMs, resource } = address
  const session = catchup?.open(channelId, beginMs, endMs)
  if (session === undefined) return refuse(response, 404, beginMs >= nowMs ? 'not_yet' : 'before_archive')
  if (resource.kind === 'segment') return serveCell(context, session, resource)
  const started = await session.start(viewer, waitMs)
  if (started.kind !== 'ready') return refuseFor(response, started.kind)
  if (resource.kind === 'init') {
    const track = session.tracks.find((one) => one.rendition === resource.rendition)
    if (track?.initKey !== resource.initKey) return refuse(response, 404, 'not_found')
    return sendBytes(context.request, response, track.init.bytes, 'mp4')
  }
  if (resource.kind === 'master') return serveText(context, catchupMaster(session), 'hour')
  if (resource.kind !== 'playlist') return refuse(response, 404, 'not_found')
  const track = session.tracks.find((one) => one.rendition === resource.rendition)
  if (track === undefined) return refuse(response, 404, 'not_found')
  const text = catchupPlaylist(session, track, nowMs, context.closed)
  return serveText(context, text, endMs < nowMs ? 'minute' : 'second')
}

async function serveCell(
  { viewer, closed, request, response }: CatchupRequest,
  session: CatchupSession,
  { rendition, beginMs, count }: { rendition: string; beginMs: number; count: number | 'cell' },
): Promise<void> {
  const cell = (beginMs - session.beginMs) / cellMs
  const isThere = Number.isInteger(cell) && cell >= 0 && cell < session.cellCount
  if (count !== 1 || !isThere) return refuse(response, 404, 'not_found')
  if (isClosed(closed, beginMs, beginMs + cellMs)) return refuse(response, 403, 'withheld')
  // A session that another process or an earlier one has opened begins with the first cell that is requested.
  const deadline = performance.now() + waitMs
  const started = await session.start(viewer, waitMs, cell)
  if (started.kind !== 'ready') return refuseFor(response, started.kind)
  const bytes = await session.cell(rendition, cell, viewer, Math.max(1, deadline - performance.now()))
  if (typeof bytes === 'string') return refuseFor(response, bytes)
  sendBytes(request, response, bytes, 'm4s', 'hour')
}

async function serveText(
  { request, response }: CatchupRequest,
  text: string | undefined,
  cache: Caching,
): Promise<void> {
  if (text === undefined) return refuse(response, 404, 'not_yet')
  return sendText(request, response, new PreparedResponse(text), 'm3u8', cache)
}

/** What will come or may work again is 503, so that players request it again. */
function refuseFor(response: ServerResponse, refusal: CellRefusal): void {
  if (refusal === 'gone') return refuse(response, 404, 'gone')
  refuse(response, 503, `provider_${refusal}`)
}
