/** Search in any chat: `@bot name`; without a name, what is on now. Nothing for adults: the chat may be anybody's. */
import type { InlineQueryResultArticle } from 'grammy/types'
import { unratedAge } from '#contract/accounts/profiles.ts'
import type { Language } from '#contract/form/failures.ts'
import {
  type AiringView,
  broadcastLists,
  chooseAirings,
  libraryLists,
  mayBeShown,
  type Scored,
  shownAirings,
  understand,
} from '#server/search/search.ts'
import { listedChannels, type ProgrammeRecord, recordingView } from '#server/television/television.ts'
import type { BotDeps } from './deps.ts'
import { articleOfAiring, articleOfChannel, articleOfTitle, type ArticleView } from './inline-articles.ts'

const maxResults = 20
/** Of one kind, so that thirty films of a name leave room for its programmes. */
const maxOf = { titles: 10, channels: 5, programmes: 10 }
/** Some programmes turn out to be neither recorded nor coming. */
const spareHits = 10
/** Below this the best hit matches only one word of many. */
const minFit = 0.3
/** A hit that is this much worse than the best is noise. */
const minOfBest = 0.6

type Deps = Pick<
  BotDeps,
  'catalogue' | 'clock' | 'engine' | 'profileLimits' | 'search' | 'site' | 'television'
>

/** Films, serials, channels and programmes with this name, the best first; at most twenty. */
export function inlineResults(
  deps: Deps,
  query: string,
  language: Language,
): Promise<InlineQueryResultArticle[]> {
  // What is rated for adults, and the channels for them, are above it.
  return deps.profileLimits.withinAge(unratedAge, async () => {
    const television = deps.television.now()
    const nowMs = deps.clock.nowMs()
    const channels = listedChannels(television.channels, 'inside', undefined)
    const view: AiringView = {
      ...recordingView(television, deps.engine, nowMs),
      television,
      visible: new Set(channels.map(({ cid }) => cid)),
    }
    const shown: ArticleView = { language, nowMs, guide: television.guide, site: deps.site() }
    if (query.trim() !== '') return matchesOf(deps, query, view, shown)
    return channels
      .filter(({ cid }) => television.guide.nowAndNext(cid, nowMs).now !== null)
      .slice(0, maxResults)
      .map((channel) => articleOfChannel(channel, shown))
  })
}

interface Hit {
  readonly scored: Scored
  readonly article: InlineQueryResultArticle
}

async function matchesOf(
  { search, catalogue }: Deps,
  query: string,
  view: AiringView,
  shown: ArticleView,
): Promise<InlineQueryResultArticle[]> {
  const { library, broadcasts } = await search.current()
  const snapshot = catalogue.now('inside')
  const titleAt = (docId: number) => snapshot.title(library.listed.titleAt(docId)?.vid ?? 0)
  const channelAt = (docId: number) => view.television.channel(broadcasts.listed.channelAt(docId)?.cid ?? 0)
  const airingsAt = (docId: number) => shownAirings(broadcasts.listed.airingsAt(docId), view.television)
  const { results } = understand(query, [library.index, broadcasts.index], {
    ...{ isLiteral: false, max: Math.max(...Object.values(maxOf)) + spareHits },
    accepts: [
      (docId) => titleAt(docId) !== undefined,
      (docId) =>
        channelAt(docId) !== undefined ||
        broadcasts.listed.airingsAt(docId).some((airing) => isShown(airing, view)),
    ],
  })
  const hitsOf = (
    { list, max }: { readonly list: readonly Scored[] | undefined; readonly max: number },
    articleAt: (docId: number) => InlineQueryResultArticle | undefined,
  ): readonly Hit[] =>
    (list ?? [])
      .flatMap((scored) => {
        const article = articleAt(scored.docId)
        return article === undefined ? [] : [{ scored, article }]
      })
      .slice(0, max)
  const [titles, television] = results.map(({ lists }) => lists)
  return best([
    ...hitsOf({ list: titles?.[libraryLists.titles], max: maxOf.titles }, (docId) => {
      const title = titleAt(docId)
      return title === undefined ? undefined : articleOfTitle(title, shown)
    }),
    ...hitsOf({ list: television?.[broadcastLists.channels], max: maxOf.channels }, (docId) => {
      const channel = channelAt(docId)
      return channel === undefined ? undefined : articleOfChannel(channel, shown)
    }),
    ...hitsOf({ list: television?.[broadcastLists.programmes], max: maxOf.programmes }, (docId) => {
      const offered = chooseAirings(airingsAt(docId), view)
      return offered === undefined ? undefined : articleOfAiring(offered.best, shown)
    }),
  ])
}

/** The index has what is for adults too. */
function isShown(airing: ProgrammeRecord, view: AiringView): boolean {
  const { guide, channel } = view.television
  return mayBeShown(airing, channel(airing.cid), view) && guide.programme(airing.pid) !== undefined
}

function best(hits: readonly Hit[]): InlineQueryResultArticle[] {
  const top = Math.max(0, ...hits.map(({ scored }) => scored.fit))
  if (top < minFit) return []
  return hits
    .filter(({ scored }) => scored.fit >= top * minOfBest)
    .toSorted((a, b) => b.scored.score - a.scored.score)
    .slice(0, maxResults)
    .map(({ article }) => article)
}
