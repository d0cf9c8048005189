/** `player_api.php`: what players with a log-in by user name and password ask for. */
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import type { Billing } from '#server/billing/billing.ts'
import { inLanguage, type LiveCatalogue, type TitleRecord } from '#server/catalogue/catalogue.ts'
import { type Entitlement, titleItem } from '#server/entitlement/entitlement.ts'
import {
  type CategorisedChannel,
  type ExportDeps,
  type ExportResource,
  listForExport,
  type ShownTitle,
  writeCategories,
  writeChannels,
  writeFilm,
  writeFilms,
  writeListings,
  writeLogin,
  writeSeries,
  writeSeriesList,
} from '#server/export/export.ts'
import type { PlaybackClient } from '#server/playback/playback.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Streams } from '#server/streams/streams.ts'

export interface XtreamDeps extends Pick<ExportDeps, 'television'> {
  readonly accounts: Pick<Accounts, 'accountOf'>
  readonly billing: Pick<Billing, 'streamsAtOnce' | 'subscriptionsOf'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly entitlement: Pick<Entitlement, 'allowsOtherPlayers' | 'ask' | 'channelAccess'>
  readonly streams: Pick<Streams, 'activeStreams'>
  readonly clock: Clock
}

export interface XtreamRequest {
  readonly accountId: number
  readonly username: string
  readonly secret: string
  readonly resource: Extract<ExportResource, { kind: 'xtream' }>
  readonly caller: PlaybackClient
  /** Of the site; '' when its address is unknown. */
  readonly origin: string
}

const dayMs = 86_400_000
const shortListing = 4
const longestListing = 100
const posterWidth = 320

/** The answer of an action; an unknown one gets an empty list, as from other servers. */
export async function answerXtream(deps: XtreamDeps, request: XtreamRequest): Promise<unknown> {
  const { action, id } = request.resource
  const { language } = request.caller
  switch (action) {
    case '':
    case 'get_account_info':
    case 'get_profile':
      return login(deps, request)
    case 'get_live_categories':
      return liveCategories(deps, request)
    case 'get_live_streams':
      return writeChannels(ofCategory(await channelsOf(deps, request), request))
    case 'get_short_epg':
    case 'get_simple_data_table':
      return listings(deps, request, action === 'get_short_epg')
    case 'get_vod_categories':
    case 'get_series_categories':
      return titleCategories(deps, request, action === 'get_series_categories')
    case 'get_vod_streams':
      return writeFilms(ofCategory(await titlesOf(deps, request, false), request), language)
    case 'get_series':
      return writeSeriesList(ofCategory(await titlesOf(deps, request, true), request), language)
    case 'get_vod_info': {
      const film = (await titlesOf(deps, request, false)).find(({ title }) => title.vid === id)
      return film === undefined ? {} : writeFilm(film, language)
    }
    case 'get_series_info': {
      const series = (await titlesOf(deps, request, true)).find(({ title }) => title.vid === id)
      return series === undefined ? {} : writeSeries(series, language)
    }
    default:
      return []
  }
}

async function login(deps: XtreamDeps, { accountId, username, secret, origin }: XtreamRequest) {
  const [account, subscriptions, maxStreams, active] = await Promise.all([
    deps.accounts.accountOf(accountId),
    deps.billing.subscriptionsOf(accountId),
    deps.billing.streamsAtOnce(accountId),
    deps.streams.activeStreams(accountId),
  ])
  const nowMs = deps.clock.nowMs()
  const ends = subscriptions.filter(({ state }) => state === 'active').map(({ paidUntilMs }) => paidUntilMs)
  const paidUntilMs = Math.max(0, ...ends)
  return writeLogin(
    {
      ...{ username, password: secret, createdMs: account?.createdAt.getTime() ?? 0, maxStreams },
      ...{ paidUntilMs: paidUntilMs > nowMs ? paidUntilMs : null, activeStreams: active.length },
    },
    origin,
    nowMs,
  )
}

async function channelsOf(
  deps: XtreamDeps,
  { caller, origin }: XtreamRequest,
): Promise<readonly CategorisedChannel[]> {
  const snapshot = deps.television.now()
  const channels = await listForExport(deps, caller, origin)
  return channels.map((one) => ({ ...one, categoryId: snapshot.channel(one.cid)?.categoryId ?? 0 }))
}

async function liveCategories(deps: XtreamDeps, request: XtreamRequest) {
  const { language } = request.caller
  const used = new Set((await channelsOf(deps, request)).map(({ categoryId }) => categoryId))
  const all = deps.television
    .now()
    .categories.map(({ id, name }) => ({ id, name: inLanguage(name, language) }))
  return writeCategories(all, used)
}

/** Those of the requested category, or all; a channel has its own, a title its main one. */
function ofCategory<One extends { readonly categoryId: number } | { readonly title: TitleRecord }>(
  all: readonly One[],
  { resource: { categoryId } }: XtreamRequest,
): readonly One[] {
  if (categoryId === undefined) return all
  return all.filter((one) => ('title' in one ? one.title.categoryId : one.categoryId) === categoryId)
}

/** The guide of a channel that may be watched: from now on, or with its archive. */
async function listings(deps: XtreamDeps, request: XtreamRequest, isShort: boolean) {
  const { id, limit } = request.resource
  const channel = (await channelsOf(deps, request)).find(({ cid }) => cid === id)
  const nowMs = deps.clock.nowMs()
  const archiveFromMs = nowMs - (channel?.archiveDays ?? 0) * dayMs
  const all = channel === undefined ? [] : deps.television.now().guide.all(channel.cid)
  const coming = all.filter(({ endMs }) => endMs > (isShort ? nowMs : archiveFromMs))
  const shown = isShort ? coming.slice(0, Math.min(limit ?? shortListing, longestListing)) : coming
  return writeListings(shown, { language: request.caller.language, nowMs, archiveFromMs })
}

/** Films or series that may be watched now. A right depends on the provider alone, so few are looked up. */
async function titlesOf(
  deps: XtreamDeps,
  { caller, origin }: XtreamRequest,
  isSeries: boolean,
): Promise<readonly ShownTitle[]> {
  const { viewer, region } = caller
  const verdicts = new Map<string, boolean>()
  const shown: ShownTitle[] = []
  for (const title of deps.catalogue.now(region).content.titles) {
    if (title.isSeries !== isSeries || (!isSeries && !hasFilm(title))) continue
    const item = titleItem(title)
    const key = JSON.stringify(item)
    const isOpen = verdicts.get(key) ?? (await deps.entitlement.ask(viewer, item, region)).kind === 'watch'
    verdicts.set(key, isOpen)
    if (!isOpen) continue
    const { vid, poster } = title
    shown.push({
      title,
      poster: origin === '' ? '' : origin + pictureAddress('poster', vid, poster, posterWidth),
    })
  }
  return shown
}

function hasFilm({ files }: TitleRecord): boolean {
  return files.some(({ kind }) => kind === 'film')
}

async function titleCategories(deps: XtreamDeps, request: XtreamRequest, isSeries: boolean) {
  const { language, region } = request.caller
  const used = new Set((await titlesOf(deps, request, isSeries)).map(({ title }) => title.categoryId))
  const all = deps.catalogue.now(region).content.categories
  return writeCategories(
    all.map(({ id, name }) => ({ id, name: inLanguage(name, language as Language) })),
    used,
  )
}
