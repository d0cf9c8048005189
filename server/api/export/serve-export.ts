/**
 * Serves other players: a list, a guide, and redirects to signed addresses. Never a secret in a log or a referrer.
 */
import type { ApiContext } from '#server/api/context/api-context.ts'
import { refusalValues } from '#server/api/playback/present-playback.ts'
import { playbackDeps } from '#server/api/playback/playback-deps.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import type { Mount } from '#server/platform/http/server.ts'
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  type ExportDeps,
  type ExportAddresses,
  readExportPath,
  type ExportResource,
  listForExport,
  writeGuide,
  writePlaylist,
} from '#server/export/export.ts'
import { failureWords, failures, type FailureCode, type Language } from '#contract/form/failures.ts'
import { playChannel, playWindow, type PlaybackClient } from '#server/playback/playback.ts'
import { siteOrigin } from '#server/platform/http/site/site-origin.ts'
import { createNetworkLimit } from '#server/platform/limits/networks.ts'
import { createRateLimit } from '#server/platform/limits/rate-limit.ts'

/** No traffic on the connection for this long: the player is gone. */
const idleMs = 60_000
const playlistType = 'application/vnd.apple.mpegurl'
const headers = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  // Players in browsers are pages of other hosts. The right is in the address alone: no cookie is ever read here.
  'access-control-allow-origin': '*',
}
/** The response to a browser's CORS preflight. */
const preflight = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'range, if-none-match',
  'access-control-max-age': '86400',
}

export interface ExportServerDeps extends ExportDeps {
  readonly addresses: ExportAddresses
  readonly clock: Clock
  /** The site's own address; undefined: the host of the request. */
  readonly publicUrl: string | undefined
  clientAddress(request: IncomingMessage): string
  regionOf(address: string): 'inside' | 'outside'
}

/** One request, after its subscriber was identified. */
interface ExportRequest {
  readonly accountId: number
  readonly secret: string
  readonly resource: ExportResource
  readonly caller: PlaybackClient
  /** Undefined: both languages, where there is room for both. */
  readonly language: Language | undefined
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Another player never requests its next address: it may play for an evening with one. */
const otherPlayersTicketSec = 6 * 3600

/** Everything under `/export/`. */
export function exportMount(api: ApiContext): Mount {
  const { clock, entitlement, exportAddresses, region, settings, television } = api
  const handle = exportHandler({
    addresses: exportAddresses,
    entitlement,
    television,
    playback: playbackDeps(api, otherPlayersTicketSec),
    clock,
    publicUrl: settings.EKRAN_PUBLIC_URL,
    clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    regionOf: (address) => (region.isInside(address) ? 'inside' : 'outside'),
  })
  return { prefix: '/export/', handle }
}

/** Returns true when the path was `/export/…`, whatever the response was. */
export function exportHandler(deps: ExportServerDeps) {
  // Not declared by an endpoint of the contract: the path decides whose request it is, and whether it is a guess.
  const limits = {
    wrong: createNetworkLimit({ name: 'export-wrong', attempts: 60, perSec: 600 }),
    lists: createRateLimit({ name: 'export-lists', attempts: 60, perSec: 600 }),
    plays: createRateLimit({ name: 'export-plays', attempts: 300, perSec: 600 }),
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (!pathname.startsWith('/export/')) return false
    const lang = searchParams.get('lang')
    const language = lang === 'ru' || lang === 'uz' ? lang : undefined
    const refuse = (failure: FailureCode, values = {}) => tell(response, failure, language, () => values)
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...headers, ...preflight }).end()
      return true
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse('method_not_allowed')
    const client = deps.clientAddress(request)
    const nowSec = Math.floor(deps.clock.nowMs() / 1000)
    const path = readExportPath(pathname, searchParams, nowSec)
    if (path === undefined) return refuse('not_found')
    const guesses = await limits.wrong.look(client)
    if (guesses.kind === 'refused') return refuse('too_many_requests', { seconds: guesses.retryAfterSec })
    const accountId = await deps.addresses.accountOf(path.secret)
    if (accountId === undefined) {
      await limits.wrong.spend(client)
      return refuse('not_found')
    }
    const isList = path.resource.kind === 'playlist' || path.resource.kind === 'guide'
    const spent = await (isList ? limits.lists : limits.plays).spend(String(accountId))
    if (spent.kind === 'refused') return refuse('too_many_requests', { seconds: spent.retryAfterSec })
    const viewer = { accountId, sessionId: holderOf(request, client) }
    const caller: PlaybackClient = { viewer, region: deps.regionOf(client), language: language ?? 'ru' }
    await answer(deps, { ...path, accountId, caller, language, request, response })
    return true
  }
}

/** The id of another player: its address and user agent, because it has no session. */
function holderOf(request: IncomingMessage, client: string): string {
  const reported = String(request.headers['user-agent'] ?? '').slice(0, 200)
  return `x:${hash('sha256', `${client} ${reported}`, 'hex').slice(0, 24)}`
}

async function answer(deps: ExportServerDeps, params: ExportRequest): Promise<void> {
  const { resource: target, request, response } = params
  if (target.kind === 'playlist') return sendPlaylist(deps, params)
  if (target.kind === 'guide') return sendGuide(deps, params)
  if (request.method === 'HEAD') {
    // Some players send a HEAD request before they play: that is no stream yet.
    response.writeHead(200, { ...headers, 'content-type': playlistType }).end()
    return
  }
  const stream = { formerId: undefined, beats: false, warm: false }
  const outcome =
    target.kind === 'live'
      ? await playChannel(deps.playback, params.caller, target.cid, stream)
      : await playWindow(deps.playback, params.caller, target, stream)
  if (outcome.kind === 'refused') {
    tell(response, outcome.failure, params.language, (language) => refusalValues(outcome, language))
    return
  }
  const location = `${originOf(deps, request)}${outcome.address.url}`
  response.writeHead(302, { ...headers, location, 'content-length': 0 }).end()
}

async function sendPlaylist(deps: ExportServerDeps, params: ExportRequest): Promise<void> {
  const { language, request, response, secret } = params
  const origin = originOf(deps, request)
  const channels = await listForExport(deps, params.caller, origin)
  if (channels.length === 0) {
    const abroad = params.caller.region === 'outside'
    tell(response, abroad ? 'outside_region' : 'not_subscribed', language)
    return
  }
  const query = language === undefined ? '' : `?lang=${language}`
  const text = writePlaylist(channels, `${origin}/export/${secret}`, query)
  const type = 'audio/x-mpegurl; charset=utf-8'
  response.writeHead(200, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}

async function sendGuide(deps: ExportServerDeps, params: ExportRequest): Promise<void> {
  const { request, response } = params
  const snapshot = deps.television.now()
  const channels = (await listForExport(deps, params.caller, originOf(deps, request))).map((one) => ({
    cid: one.cid,
    name: snapshot.channel(one.cid)?.name ?? { ru: one.name, uz: one.name },
    logo: one.logo,
  }))
  const none = { ru: '', uz: '' }
  const categories = new Map(snapshot.categories.map((one) => [one.id, one.name]))
  const programmesOf = (cid: number) =>
    snapshot.guide.all(cid).map((one) => ({ ...one, category: categories.get(one.genreCode ?? 0) ?? none }))
  response.writeHead(200, { ...headers, 'content-type': 'application/gzip' })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  response.setTimeout(idleMs, () => response.destroy())
  // A player that disconnects in the middle is no failure.
  await pipeline(Readable.from(writeGuide(channels, programmesOf)), createGzip({ level: 5 }), response).catch(
    () => response.destroy(),
  )
}

function originOf(deps: ExportServerDeps, request: IncomingMessage): string {
  return siteOrigin(request.headers.host, deps.publicUrl)
}

/** Other players know no envelope: they take any 200 response for a playlist, so a refusal needs its status. */
const statusForPlayers: Readonly<Partial<Record<FailureCode, number>>> = {
  not_subscribed: 402,
  account_suspended: 402,
  not_available_now: 409,
  too_many_streams: 409,
  stream_stopped: 409,
  not_begun: 409,
  not_recorded: 409,
  provider_failed: 503,
  provider_busy: 503,
  outside_region: 451,
  blacked_out: 451,
}

/** A refusal as text that a player may show: in the requested language, or in both. */
function tell(
  response: ServerResponse,
  failure: FailureCode,
  language: Language | undefined,
  valuesIn: (language: Language) => Readonly<Record<string, string | number>> = () => ({}),
): true {
  const languages: readonly Language[] = language === undefined ? ['ru', 'uz'] : [language]
  const text = `${languages.map((one) => failureWords(failure, one, valuesIn(one))).join('\n')}\n`
  const type = 'text/plain; charset=utf-8'
  const status = statusForPlayers[failure] ?? failures[failure].status
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(text) })
  response.end(text)
  return true
}
