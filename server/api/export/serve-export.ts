/**
 * Serves other players: a list, a guide, and redirects to signed addresses. Never a secret in a log or a referrer.
 */
import type { ApiContext } from '#server/api/context/api-context.ts'
import { refusalValues } from '#server/api/playback/present-playback.ts'
import { playbackDeps } from '#server/api/playback/playback-deps.ts'
import { normalAbonement, normalPhone } from '#server/accounts/accounts.ts'
import { answerXtream, type XtreamDeps } from './serve-xtream.ts'
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
  type ExportPath,
  readExportPath,
  type ExportResource,
  readXtreamPath,
  xtreamPrefixes,
  listForExport,
  writeGuide,
  writePlaylist,
} from '#server/export/export.ts'
import { failureWords, failures, type FailureCode, type Language } from '#contract/form/failures.ts'
import { playChannel, playTitle, playWindow, type PlaybackClient } from '#server/playback/playback.ts'
import { mainName, serviceName } from '#server/site/site.ts'
import { publicUrlAt, siteOrigin } from '#server/platform/http/site/site-origin.ts'
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

export interface ExportServerDeps extends ExportDeps, XtreamDeps {
  readonly entitlement: XtreamDeps['entitlement']
  readonly addresses: ExportAddresses
  readonly clock: Clock
  /** The public address of the site of a host; undefined: the host of the request. */
  urlAt(host: string | undefined): string | undefined
  /** The name of the service of a host; without a language in its own. */
  serviceName(host: string | undefined, language: Language | undefined): string
  clientAddress(request: IncomingMessage): string
  regionOf(address: string): 'inside' | 'outside'
}

/** One request, after its subscriber was identified. */
interface ExportRequest {
  readonly accountId: number
  readonly secret: string
  /** '' at an address without one. */
  readonly username: string
  readonly resource: ExportResource
  readonly caller: PlaybackClient
  /** Undefined: both languages, where there is room for both. */
  readonly language: Language | undefined
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Another player never requests its next address: it may play for an evening with one. */
const otherPlayersTicketSec = 6 * 3600

/** Everything under `/export/`, and the addresses of the Xtream API. */
export function exportMounts(api: ApiContext): readonly Mount[] {
  const { clock, entitlement, exportAddresses, region, service, settings, television } = api
  const handle = exportHandler({
    ...api,
    addresses: exportAddresses,
    entitlement,
    television,
    playback: playbackDeps(api, otherPlayersTicketSec),
    clock,
    urlAt: (host) => publicUrlAt(host, settings.EKRAN_PUBLIC_URL, service.at),
    clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    serviceName: (host, language) => {
      const own = service.of(service.at(host))
      return language === undefined ? mainName(own) : serviceName(own, language)
    },
    regionOf: (address) => (region.isInside(address) ? 'inside' : 'outside'),
  })
  return ['/export/', ...xtreamPrefixes].map((prefix) => ({ prefix, handle }))
}

/** The address of a request, of whichever of the two forms. A form in the body counts as a query: some players post it. */
async function readPath(
  request: IncomingMessage,
  { pathname, searchParams }: URL,
  nowSec: number,
): Promise<(ExportPath & { readonly username: string }) | undefined> {
  if (pathname.startsWith('/export/')) {
    const path = readExportPath(pathname, searchParams, nowSec)
    return path === undefined ? undefined : { ...path, username: '' }
  }
  const form = request.method === 'POST' ? await readForm(request) : undefined
  return readXtreamPath(pathname, form ?? searchParams)
}

const longestForm = 4096

/** Undefined for a body that is longer than a log-in can be, or breaks off. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  let text = ''
  try {
    for await (const piece of request) {
      text += String(piece)
      if (text.length > longestForm) return undefined
    }
  } catch {
    return undefined
  }
  return new URLSearchParams(text)
}

/** Whether a path belongs to a page of the site: only a whole address of a stream is one of ours. */
function isOtherPath(pathname: string): boolean {
  return (
    !pathname.startsWith('/export/') && !pathname.endsWith('.php') && !/^(?:\/[^/]+){4,6}$/.test(pathname)
  )
}

/** Whether a user name is that of the account: its subscriber number, or its phone in any notation. */
async function isNamed(
  { accounts }: Pick<ExportServerDeps, 'accounts'>,
  accountId: number,
  username: string,
): Promise<boolean> {
  const account = await accounts.accountOf(accountId)
  return (
    account !== undefined &&
    (normalAbonement(username) === account.abonement ||
      (account.phone !== null && normalPhone(username) === account.phone))
  )
}

/** Whose secret it is; undefined: nobody's, or that of an account with another user name. */
async function subscriberOf(
  deps: ExportServerDeps,
  { secret, username }: { readonly secret: string; readonly username: string },
): Promise<number | undefined> {
  const accountId = await deps.addresses.accountOf(secret)
  if (accountId === undefined || username === '') return accountId
  return (await isNamed(deps, accountId, username)) ? accountId : undefined
}

/** Returns true when the path was one of ours, whatever the response was. */
export function exportHandler(deps: ExportServerDeps) {
  // Not declared by an endpoint of the contract: the path decides whose request it is, and whether it is a guess.
  const limits = {
    wrong: createNetworkLimit({ name: 'export-wrong', attempts: 60, perSec: 600 }),
    lists: createRateLimit({ name: 'export-lists', attempts: 60, perSec: 600 }),
    plays: createRateLimit({ name: 'export-plays', attempts: 300, perSec: 600 }),
    // Players ask for the guide of each channel that is looked at.
    answers: createRateLimit({ name: 'export-answers', attempts: 1200, perSec: 600 }),
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const { pathname, searchParams } = url
    if (isOtherPath(pathname)) return false
    const lang = searchParams.get('lang')
    const language = lang === 'ru' || lang === 'uz' ? lang : undefined
    const isApi = pathname === '/player_api.php'
    const refuse = (failure: FailureCode, values = {}) => tell(response, failure, language, () => values)
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...headers, ...preflight }).end()
      return true
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && !(isApi && request.method === 'POST')) return refuse('method_not_allowed')
    const client = deps.clientAddress(request)
    const path = await readPath(request, url, Math.floor(deps.clock.nowMs() / 1000))
    // Players understand nothing else of a log-in that is wrong.
    const refuseLogin = () =>
      isApi
        ? sendJson(request, response, { user_info: { auth: 0, status: 'Disabled' } })
        : refuse('not_found')
    // The secret first: a right one is never refused for the guesses of others in its network. Its 128 bits cannot be
    // guessed, and it is found by its hash, so the time of an answer says nothing about it.
    const accountId = path === undefined ? undefined : await subscriberOf(deps, path)
    if (path === undefined || accountId === undefined) {
      const guess = path === undefined ? await limits.wrong.look(client) : await limits.wrong.spend(client)
      if (guess.kind === 'refused') return refuse('too_many_requests', { seconds: guess.retryAfterSec })
      return refuseLogin()
    }
    const spent = await limits[limitOf(path.resource)].spend(String(accountId))
    if (spent.kind === 'refused') return refuse('too_many_requests', { seconds: spent.retryAfterSec })
    if (!(await deps.entitlement.allowsOtherPlayers(accountId)))
      return isApi ? refuseLogin() : refuse('other_players_not_allowed')
    const viewer = { accountId, sessionId: holderOf(request, client), isOtherPlayer: true as const }
    const region = deps.regionOf(client)
    const caller: PlaybackClient = { viewer, region, language: language ?? 'ru', address: client }
    await answer(deps, { ...path, accountId, caller, language, request, response })
    return true
  }
}

function limitOf({ kind }: ExportResource): 'lists' | 'plays' | 'answers' {
  if (kind === 'xtream') return 'answers'
  return kind === 'playlist' || kind === 'guide' || kind === 'plain_guide' ? 'lists' : 'plays'
}

function sendJson(request: IncomingMessage, response: ServerResponse, value: unknown): true {
  const text = JSON.stringify(value)
  const type = 'application/json; charset=utf-8'
  response.writeHead(200, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
  return true
}

/** The id of another player: its address and user agent, because it has no session. */
function holderOf(request: IncomingMessage, client: string): string {
  const reported = String(request.headers['user-agent'] ?? '').slice(0, 200)
  return `x:${hash('sha256', `${client} ${reported}`, 'hex').slice(0, 24)}`
}

async function answer(deps: ExportServerDeps, params: ExportRequest): Promise<void> {
  const { resource: target, request, response } = params
  switch (target.kind) {
    case 'playlist':
      return sendPlaylist(deps, params)
    case 'guide':
    case 'plain_guide':
      return sendGuide(deps, params)
    case 'xtream': {
      const origin = originOf(deps, request)
      sendJson(request, response, await answerXtream(deps, { ...params, resource: target, origin }))
      return
    }
    default:
      return sendStream(deps, params, target)
  }
}

type StreamResource = Extract<ExportResource, { kind: 'live' | 'window' | 'film' | 'episode' }>

async function sendStream(
  deps: ExportServerDeps,
  params: ExportRequest,
  target: StreamResource,
): Promise<void> {
  const { request, response } = params
  if (request.method === 'HEAD') {
    // Some players send a HEAD request before they play: that is no stream yet.
    response.writeHead(200, { ...headers, 'content-type': playlistType }).end()
    return
  }
  const outcome = await play(deps, params, target)
  if (outcome.kind === 'refused') {
    tell(response, outcome.failure, params.language, (language) => refusalValues(outcome, language))
    return
  }
  // On an edge it is absolute.
  const location = new URL(outcome.address.url, originOf(deps, request)).href
  response.writeHead(302, { ...headers, location, 'content-length': 0 }).end()
}

async function play(deps: ExportServerDeps, { caller }: ExportRequest, target: StreamResource) {
  const stream = { formerId: undefined, beats: false, warm: false, edges: true }
  switch (target.kind) {
    case 'live':
      return playChannel(deps.playback, caller, target.cid, stream)
    case 'window':
      return playWindow(deps.playback, caller, target, stream)
    case 'film':
      return playTitle(deps.playback, caller, { vid: target.vid, vfid: undefined }, stream)
    case 'episode': {
      const vid = deps.catalogue.now(caller.region).file(target.vfid)?.title.vid ?? 0
      return playTitle(deps.playback, caller, { vid, vfid: target.vfid }, stream)
    }
  }
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
  const base = `${origin}/export/${secret}`
  const text = writePlaylist(channels, {
    base,
    query,
    service: deps.serviceName(request.headers.host, language),
  })
  const type = 'audio/x-mpegurl; charset=utf-8'
  response.writeHead(200, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}

async function sendGuide(deps: ExportServerDeps, params: ExportRequest): Promise<void> {
  const { request, response, language } = params
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
  const isPlain = params.resource.kind === 'plain_guide'
  const isPacked = !isPlain || /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  response.writeHead(200, {
    ...headers,
    'content-type': isPlain ? 'application/xml; charset=utf-8' : 'application/gzip',
    ...(isPlain && isPacked ? { 'content-encoding': 'gzip' } : {}),
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  response.setTimeout(idleMs, () => response.destroy())
  const service = deps.serviceName(request.headers.host, language)
  const guide = Readable.from(writeGuide(channels, programmesOf, service))
  // A player that disconnects in the middle is no failure.
  await (isPacked ? pipeline(guide, createGzip({ level: 5 }), response) : pipeline(guide, response)).catch(
    () => response.destroy(),
  )
}

function originOf(deps: ExportServerDeps, request: IncomingMessage): string {
  const { host } = request.headers
  return siteOrigin(host, deps.urlAt(host))
}

/** Other players know no envelope: they take any 200 response for a playlist, so a refusal needs its status. */
const statusForPlayers: Readonly<Partial<Record<FailureCode, number>>> = {
  not_subscribed: 402,
  other_players_not_allowed: 402,
  account_suspended: 402,
  tariff_paused: 402,
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
