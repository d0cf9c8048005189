/** Serves the bytes for requests with a valid ticket. No database, no session: only the signature decides. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AssetDescription } from '#media/playlists/asset-description.ts'
import { cutAsset } from '#media/playlists/cut-asset.ts'
import { type Closure, type ClosureRequest, closureMark, nothingClosed } from './playlists/closures.ts'
import { type Address, readAddress } from './tickets/origin-path.ts'
import { ResponseCache } from './response-cache.ts'
import { allowCrossOrigin, refuse } from './respond.ts'
import type { ServedChannel } from './channel-request.ts'
import type { Catchup } from '#media/catchup/catchup.ts'
import { SegmentKeys } from './segment-keys.ts'
import { serveCatchup } from './serve-catchup.ts'
import { serveChannel } from './serve-channel.ts'
import { serveFilm } from './serve-film.ts'
import { TicketCache } from './tickets/ticket-cache.ts'
import { anyPlace } from './tickets/ticket.ts'

export type { ServedChannel }

/** What the application knows about the holder of a ticket. Must respond from memory: every request waits for it. */
export interface TicketPolicy {
  /** The region of a request, by the names that tickets are bound to. */
  placeOf(request: IncomingMessage): string
  /** Whether tickets of this session are revoked before they expire. */
  isRevoked(sessionId: string): boolean
  /** What is closed to the holder of this ticket now; nothing when absent. */
  closureOf?(request: IncomingMessage, subject: ClosureRequest): Closure
  /** Called after a successful request with a valid ticket of this session. */
  seen(sessionId: string): void
}

export interface OriginOptions {
  /** Without it, tickets that are bound to a region are rejected, and no ticket is ever revoked. */
  readonly policy?: TicketPolicy | undefined
  readonly ticketSecrets: readonly string[]
  /** Films are served as encrypted segments only. False when absent. */
  readonly encryptFilms?: boolean | undefined
  readonly clock: () => number
  readonly describeAsset: (assetId: string) => AssetDescription | undefined
  readonly assetDir: (assetId: string) => string
  readonly channel: (channelId: string) => ServedChannel | undefined
  /** The same with what is retained for recordings; none when absent. */
  readonly recordings?: (channelId: string) => ServedChannel | undefined
  /** The past that a channel's provider has; none when absent. */
  readonly catchup?: Pick<Catchup, 'open'> | undefined
  /** Called on an internal failure while serving; the address is logged without its ticket. */
  readonly onError: (path: string, error: unknown) => void
}

/** State that one origin keeps between requests. */
interface Memory {
  readonly tickets: TicketCache
  readonly responses: ResponseCache
  readonly keys: SegmentKeys
}

/** Resolves to true when the path was one of the origin's (`/p/…`), whatever the response. Never rejects. */
export function createOrigin(
  options: OriginOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const memory = {
    tickets: new TicketCache(options.ticketSecrets),
    responses: new ResponseCache(),
    keys: new SegmentKeys(options.ticketSecrets),
  }
  return async (request, response) => {
    const url = request.url ?? ''
    if (!url.startsWith('/p/')) return false
    const mark = url.indexOf('?')
    const [path, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
    try {
      await answer(options, memory, { path, query }, request, response)
    } catch (error) {
      options.onError(path.replace(/^\/p\/[^/]*/, '/p/…'), error)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'internal')
    }
    return true
  }
}

async function answer(
  options: OriginOptions,
  memory: Memory,
  { path, query }: { readonly path: string; readonly query: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'OPTIONS') return allowCrossOrigin(response)
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'method')
  const address = readAddress(path)
  const ticket = address?.ticket ?? /^\/p\/([^/]*)/.exec(path)?.[1] ?? ''
  const nowMs = options.clock()
  const verdict = memory.tickets.check(ticket, nowMs)
  if (verdict.kind === 'invalid') return refuse(response, 403, verdict.reason)
  if (address === undefined) return refuse(response, 404, 'not_found')
  if (verdict.scope !== address.scope) return refuse(response, 403, 'wrong_scope')
  const { policy } = options
  if (verdict.place !== anyPlace && policy?.placeOf(request) !== verdict.place)
    return refuse(response, 403, 'wrong_place')
  if (policy?.isRevoked(verdict.sessionId) === true) return refuse(response, 403, 'stopped')
  const closure = policy?.closureOf?.(request, subjectOf(address, verdict.client)) ?? nothingClosed
  if (closure.all) return refuse(response, 403, 'withheld')
  const mark = closureMark(closure)
  // A cache in front must not serve to one client what another one may not get.
  if (mark !== '') response.setHeader('x-ekran-closure', mark)
  policy?.seen(verdict.sessionId)
  const { responses, keys } = memory
  if (address.kind === 'film' || address.kind === 'download') {
    const { assetId } = address
    const asset = options.describeAsset(assetId)
    if (asset === undefined) return refuse(response, 404, 'no_asset')
    const dir = options.assetDir(assetId)
    const seal =
      address.kind === 'download'
        ? { keys, owner: `${assetId} for ${address.holder}`, isWhole: true }
        : options.encryptFilms === true && { keys, owner: assetId, isWhole: false }
    const { resource } = address
    return serveFilm({ asset, dir, resource, seal: seal || undefined, responses, request, response })
  }
  if (address.kind === 'moment') {
    const { assetId, beginMs, endMs, resource } = address
    const whole = options.describeAsset(assetId)
    if (whole === undefined) return refuse(response, 404, 'no_asset')
    const asset = cutAsset(whole, beginMs, endMs)
    // Byte ranges of the files would open the whole asset: only single segments are sent.
    const seal = { keys, owner: `${assetId} from ${beginMs} to ${endMs}`, isWhole: false }
    return serveFilm({ asset, dir: options.assetDir(assetId), resource, seal, responses, request, response })
  }
  if (address.kind === 'catchup') {
    const { catchup } = options
    const viewer = verdict.sessionId
    return serveCatchup({ catchup, viewer, address, nowMs, closed: closure.times, request, response })
  }
  const isRecording = address.kind === 'archive' && address.isRecording === true
  const channel = isRecording ? options.recordings?.(address.channelId) : options.channel(address.channelId)
  if (channel === undefined) return refuse(response, 404, 'no_channel')
  const { times: closed } = closure
  return serveChannel({ channel, address, query, nowMs, closed, responses, request, response })
}

function subjectOf(address: Address, client: string): ClosureRequest {
  const { kind } = address
  if (kind === 'film' || kind === 'download') return { kind, id: address.assetId, client }
  if (kind === 'moment') return { kind: 'film', id: address.assetId, client }
  // The past is the past, wherever it is stored.
  return { kind: kind === 'live' ? 'live' : 'archive', id: address.channelId, client }
}
