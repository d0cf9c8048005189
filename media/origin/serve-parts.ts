/** Low-latency responses: playlists that wait for the requested part (RFC 8216bis 6.2.5.2), and the parts. */
import type { ServerResponse } from 'node:http'
import type { RequestedResource } from './tickets/origin-path.ts'
import type { WaitOutcome } from './playlists/live-parts.ts'
import type { LowLatencyChannel } from './playlists/low-latency.ts'
import { refuse, sendBytes, sendText } from './respond.ts'
import type { ChannelRequest } from './channel-request.ts'

/** A player may request a playlist at most two segments ahead. */
const farthest = 2
/** The hinted part and the one after it. */
const hinted = 2

/** The segment and part that a player waits for. */
interface Reload {
  readonly sequence: number | undefined
  readonly part: number | undefined
  readonly skip: boolean
}

export async function serveWithParts(
  context: ChannelRequest,
  line: LowLatencyChannel,
  rendition: string,
): Promise<void> {
  const { request, response, nowMs, responses } = context
  const reload = readReload(context.query)
  if (reload === 'bad') return refuse(response, 400, 'bad_reload')
  const { sequence, part, skip } = reload
  if (sequence !== undefined) {
    const last = line.lastSequence(rendition, nowMs)
    if (last === undefined) return refuse(response, 404, 'no_picture')
    if (sequence > last + farthest) return refuse(response, 400, 'too_far_ahead')
    const isThere = (): boolean => line.has(rendition, nowMs, sequence, part)
    const waited = await line.parts.wait(rendition, isThere, whenLeft(response))
    if (waited !== 'there') return notThere(response, waited)
  }
  const answer = responses.get(
    `${context.address.channelId} ${rendition} ${skip ? 'delta' : 'parts'}`,
    line.stamp,
    () => line.playlist(rendition, nowMs, skip),
  )
  if (answer === undefined) return refuse(response, 404, 'no_picture')
  return sendText(request, response, answer, 'm3u8', 'no-cache')
}

/** A part that exists, or the hinted one as soon as it exists. */
export async function servePart(
  context: ChannelRequest,
  resource: Extract<RequestedResource, { kind: 'part' }>,
): Promise<void> {
  const { channel, address, request, response } = context
  const parts = channel.lowLatency?.parts
  const { rendition, id } = resource
  const next = parts?.nextId(rendition)
  if (parts === undefined || next === undefined || address.kind !== 'live')
    return refuse(response, 404, 'not_found')
  if (id >= next + hinted) return refuse(response, 404, 'too_far_ahead')
  const isThere = (): boolean => id < (parts.nextId(rendition) ?? 0)
  const waited = await parts.wait(rendition, isThere, whenLeft(response))
  if (waited !== 'there') return notThere(response, waited)
  const bytes = parts.part(rendition, id)
  if (bytes === undefined) return refuse(response, 404, 'gone')
  sendBytes(request, response, bytes, 'm4s')
}

function readReload(query: string): Reload | 'bad' {
  if (query === '') return { sequence: undefined, part: undefined, skip: false }
  const context = new URLSearchParams(query)
  const [sequence, part] = [count(context.get('_HLS_msn')), count(context.get('_HLS_part'))]
  if (Number.isNaN(sequence) || Number.isNaN(part)) return 'bad'
  if (part !== undefined && sequence === undefined) return 'bad'
  const skip = context.get('_HLS_skip')
  return { sequence, part, skip: skip === 'YES' || skip === 'v2' }
}

function count(text: string | null): number | undefined {
  return text === null ? undefined : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** Aborts when the client disconnects before the response. */
function whenLeft(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.once('close', () => left.abort())
  return left.signal
}

function notThere(response: ServerResponse, waited: Exclude<WaitOutcome, 'there'>): void {
  if (waited === 'left') return void response.destroy()
  response.setHeader('retry-after', '1')
  refuse(response, 503, waited === 'late' ? 'nothing_new' : 'too_many_wait')
}
