import {
  broadcastTitles as endpoints,
  type BroadcastTitleCard,
  type RecordedBroadcast,
} from '#contract/films/broadcast-titles.ts'
import { publicTariffId } from '#contract/form/constants.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { regionOf, type Uses } from '#server/api/context/api-context.ts'
import { closesWhole, deviceGroup } from '#server/blackouts/blackouts.ts'
import type { BroadcastTitle, BroadcastTitleIndex } from '#server/broadcast-titles/broadcast-titles.ts'
import type { Snapshot } from '#server/catalogue/catalogue.ts'
import {
  type BoundEndpoint,
  type Handlers,
  type SharedRequestContext,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { listedChannels } from '#server/television/television.ts'
import { type OfferView, type OfferedBroadcast, offeredBroadcasts, rankTitles } from './offer.ts'
import { type PresentContext, presentBroadcast, presentCard, presentDetail } from './present.ts'

/** What is read of a request. */
type OfferRequest = Pick<SharedRequestContext, 'audience' | 'language' | 'viewer'>

export type BroadcastTitleDeps = Uses<{
  billing: 'channelsOfTariff'
  blackouts: 'concernsChannel' | 'ofChannel'
  broadcastTitles: 'current' | 'recorded' | 'requestPoster'
  catalogue: 'now'
  clock: 'nowMs'
  entitlement: 'channelAccess'
  television: 'now'
}>

/** Films and series in the archive of channels. */
export function broadcastTitleEndpoints(api: BroadcastTitleDeps): readonly BoundEndpoint[] {
  const ranking = openRanking()
  const handlers: Handlers<typeof endpoints> = {
    list: async ({ kind, limit }, request) => {
      const [index, view] = [await api.broadcastTitles.current(), await offerView(request, api)]
      const context = presentContext(request, api)
      const ranked = ranking(index, view.nowMs, context.catalogue)
      const titles = kind === undefined ? ranked : ranked.filter((one) => isOfKind(one, kind, context))
      return respond({ titles: [...cardsOf(titles, limit, view, context, api)] })
    },
    detail: async ({ id }, request) => {
      const title = (await api.broadcastTitles.current()).title(id)
      if (title === undefined) return reject('broadcast_title_not_found')
      const offered = offeredBroadcasts(title, await offerView(request, api))
      const shown = presentDetail(title, offered, presentContext(request, api))
      if (shown === undefined) return reject('broadcast_title_not_found')
      requestPosterOf(title, offered, shown.vid, api)
      return respond({ title: shown })
    },
    ofFilm: async ({ vid }, request) => {
      return respond({ broadcasts: [...(await recordedOfFilm(vid, request, api))] })
    },
  }
  return bindEndpoints('broadcastTitles', endpoints, handlers)
}

/** The broadcasts of a title of the catalogue, the best first; none for one that the client does not see. */
export async function recordedOfFilm(
  vid: number,
  request: OfferRequest,
  api: BroadcastTitleDeps,
): Promise<readonly RecordedBroadcast[]> {
  const title = (await api.broadcastTitles.current()).ofVid(vid)
  if (title === undefined || !api.catalogue.now(regionOf(request)).isListed(vid)) return []
  const offered = offeredBroadcasts(title, await offerView(request, api))
  return offered.map((one) => presentBroadcast(one, request.language))
}

/** Titles without anything to watch among so many examined ones end a list. */
const maxExamined = 400

/** The cards of the first titles that can be watched; also for search. */
export function cardsOf(
  titles: readonly BroadcastTitle[],
  limit: number,
  view: OfferView,
  context: PresentContext,
  api: Uses<{ broadcastTitles: 'requestPoster' }>,
): readonly BroadcastTitleCard[] {
  const cards: BroadcastTitleCard[] = []
  for (const title of titles.slice(0, maxExamined)) {
    if (cards.length >= limit) break
    const offered = offeredBroadcasts(title, view)
    const card = presentCard(title, offered, context)
    if (card === undefined) continue
    cards.push(card)
    requestPosterOf(title, offered, card.vid, api)
  }
  return cards
}

function requestPosterOf(
  title: BroadcastTitle,
  [best]: readonly OfferedBroadcast[],
  vid: number | null,
  { broadcastTitles }: Uses<{ broadcastTitles: 'requestPoster' }>,
): void {
  if (vid === null && best !== undefined) broadcastTitles.requestPoster(title, best.programme)
}

/** What the client of a request can be offered. */
export async function offerView(
  request: OfferRequest,
  api: Omit<BroadcastTitleDeps, 'catalogue'>,
): Promise<OfferView> {
  const { viewer } = request
  const region = regionOf(request)
  const allowed =
    viewer === undefined
      ? ((await api.billing.channelsOfTariff(publicTariffId)) ?? new Set<number>())
      : undefined
  const listed = listedChannels(api.television.now().channels, region, allowed)
  const channels = new Map(listed.map((channel) => [channel.cid, channel]))
  const access = await api.entitlement.channelAccess(viewer, region)
  const audience = { region, device: deviceGroup(viewer?.deviceKind) }
  return {
    nowMs: api.clock.nowMs(),
    isGuest: viewer === undefined,
    channel: (cid) => channels.get(cid),
    // What opens a channel to guests opens it live only.
    isOpen: (channel) => viewer !== undefined && access({ ...channel, isOpenToGuests: false }),
    recorded: (programme) => api.broadcastTitles.recorded(programme),
    isClosed: ({ cid, beginMs, endMs }) => {
      if (!api.blackouts.concernsChannel(cid)) return false
      const { all, times } = api.blackouts.ofChannel(cid, audience, 'archive')
      return all !== undefined || closesWhole(times, beginMs, endMs) !== undefined
    },
  }
}

export function presentContext(
  request: Pick<SharedRequestContext, 'audience' | 'language'>,
  api: Uses<{ catalogue: 'now'; television: 'now' }>,
): PresentContext {
  const { language } = request
  return { language, catalogue: api.catalogue.now(regionOf(request)), television: api.television.now() }
}

function isOfKind(title: BroadcastTitle, kind: 'films' | 'serials', { catalogue }: PresentContext): boolean {
  const listed = title.vid === null ? undefined : catalogue.title(title.vid)
  return (listed?.isSeries ?? title.kind === 'series') === (kind === 'serials')
}

const minuteMs = 60_000

/** The titles in their order, computed once a minute for each snapshot. */
function openRanking() {
  let last: { readonly key: readonly unknown[]; readonly ranked: readonly BroadcastTitle[] } | undefined
  return (index: BroadcastTitleIndex, nowMs: number, catalogue: Snapshot): readonly BroadcastTitle[] => {
    const key = [index, catalogue, Math.floor(nowMs / minuteMs)]
    if (last?.key.every((part, at) => part === key[at]) === true) return last.ranked
    const ranked = rankTitles(index.titles, nowMs, (vid) => catalogue.title(vid)?.popularity)
    last = { key, ranked }
    return ranked
  }
}
