import { filmCard } from '#server/api/films/present.ts'
import type { Uses } from '#server/api/context/api-context.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { recommendations as contract } from '#contract/films/recommendations.ts'
import { type Snapshot, type TitleRecord, nameOf } from '#server/catalogue/catalogue.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import { relatedTitles } from '#server/search/search.ts'
import { becauseOf, choosePopular, chooseRows, type Choice } from '#server/recommendations/recommendations.ts'

type Deps = Uses<{
  billing: 'tariffs'
  catalogue: 'now'
  engine: 'describeAsset'
  recommendations: 'taste'
  viewing: 'likedTitles' | 'recentWatching'
}>

/** Of a viewer's history, all that is kept of it: nothing that was ever watched is recommended. */
const wholeHistory = 5000
/** Of titles like one, so many are looked at: some are known, others cannot be played yet. */
const similar = 120

/** What a viewer may like, with the reason. */
export function recommendationEndpoints(api: Deps): readonly BoundEndpoint[] {
  return bindEndpoints('recommendations', contract, {
    interesting: async ({ limit }, { viewer, language }) => {
      const snapshot = api.catalogue.now()
      const choice = choiceOf(snapshot, api, await offeredProviders(api))
      const [watched, liked] = viewer === undefined ? [[], []] : await tastesOf(viewer, api)
      const seen = new Set([...watched, ...liked].map(({ vid }) => vid))
      const because = becauseOf(watched, liked)
      const rows = chooseRows({ because, watched: watched.map(({ vid }) => vid), seen: seen }, choice, limit)
      if (rows.length > 0)
        return respond({
          rows: {
            item: rows.map(({ because: { kind, vid }, title, titles }) => ({
              reason: { kind, vid, name: nameOf(title, language) },
              videos: cards(titles, snapshot, language),
            })),
          },
        })
      const popular = choosePopular(seen, choice, byPopularity(snapshot), limit)
      if (popular.length === 0) return respond({ rows: { item: [] } })
      const reason = { kind: 'popular' as const, vid: 0, name: '' }
      return respond({ rows: { item: [{ reason, videos: cards(popular, snapshot, language) }] } })
    },
  })
}

/** Providers whose titles some tariff opens. */
async function offeredProviders({ billing }: Deps): Promise<ReadonlySet<number>> {
  return new Set([...(await billing.tariffs()).values()].flatMap(({ providerIds }) => [...providerIds]))
}

function tastesOf({ accountId }: Viewer, { viewing }: Deps) {
  return Promise.all([viewing.recentWatching(accountId, wholeHistory), viewing.likedTitles(accountId)])
}

function choiceOf(
  snapshot: Snapshot,
  { engine, recommendations }: Deps,
  providers: ReadonlySet<number>,
): Choice {
  const isPlayable = (assetId: string) => engine.describeAsset(assetId) !== undefined
  return {
    taste: recommendations.taste(),
    title: (vid) => snapshot.title(vid),
    alike: (title) => relatedTitles(title, snapshot, similar),
    // A tariff more would open it: that is no reason to hide it.
    isOffered: (title) => (title.freeMovie || providers.has(title.providerId)) && isReady(title, isPlayable),
  }
}

function isReady({ files, seasons }: TitleRecord, isPlayable: (assetId: string) => boolean): boolean {
  return (
    files.some(({ kind, assetId }) => kind === 'film' && isPlayable(assetId)) ||
    seasons.some(({ episodes }) => episodes.some(({ file }) => isPlayable(file.assetId)))
  )
}

function cards(titles: readonly TitleRecord[], snapshot: Snapshot, language: Language) {
  return { item: titles.map((title) => filmCard(title, snapshot, language)) }
}

const pageSize = 100
const maxPages = 20

/** The catalogue, the most popular first; read on only as far as is needed. */
function* byPopularity(snapshot: Snapshot): Generator<TitleRecord> {
  for (let page = 1; page <= maxPages; page += 1) {
    const { titles } = snapshot.list({
      filter: {},
      order: '-popularity',
      language: 'ru',
      page,
      limit: pageSize,
    })
    yield* titles
    if (titles.length < pageSize) return
  }
}
