import { presentTitles } from '#server/api/films/present.ts'
import { type Uses, regionOf } from '#server/api/context/api-context.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { recommendations as contract } from '#contract/films/recommendations.ts'
import { type Snapshot, type TitleRecord, nameOf } from '#server/catalogue/catalogue.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type Viewer, profileKeyOf } from '#server/platform/primitives/viewer.ts'
import { relatedTitles } from '#server/search/search.ts'
import {
  becauseOf,
  choosePopular,
  chooseRows,
  isReason,
  type Choice,
} from '#server/recommendations/recommendations.ts'

type Deps = Uses<{
  billing: 'tariffs'
  catalogue: 'now'
  engine: 'describeAsset'
  recommendations: 'taste'
  viewing: 'likedTitles' | 'recentWatching'
}>

/** A viewer's whole stored history: watched titles are never recommended. */
const wholeHistory = 5000
/** So many similar titles are checked: some are already watched, others cannot be played yet. */
const similar = 120

/** Recommendations for a viewer, with the reason. */
export function recommendationEndpoints(api: Deps): readonly BoundEndpoint[] {
  return bindEndpoints('recommendations', contract, {
    interesting: async ({ limit }, request) => {
      const { viewer, language } = request
      const snapshot = api.catalogue.now(regionOf(request))
      const [tastes, choice] = await Promise.all([loadTastes(viewer, api), loadChoice(snapshot, api)])
      return respond({
        rows: { item: presentRows(applyRules(tastes, choice, snapshot, limit), snapshot, language) },
      })
    },
  })
}

/** What a viewer has watched and liked; empty for a guest. */
interface Tastes {
  readonly watched: Awaited<ReturnType<Deps['viewing']['recentWatching']>>
  readonly liked: Awaited<ReturnType<Deps['viewing']['likedTitles']>>
}

async function loadTastes(viewer: Viewer | undefined, { viewing }: Deps): Promise<Tastes> {
  if (viewer === undefined) return { watched: [], liked: [] }
  const key = profileKeyOf(viewer)
  const [watched, liked] = await Promise.all([
    viewing.recentWatching(key, wholeHistory),
    viewing.likedTitles(key),
  ])
  return { watched, liked }
}

interface Row {
  /** Undefined: popular titles, as a fallback. */
  readonly reason: { readonly kind: 'watched' | 'liked'; readonly title: TitleRecord } | undefined
  readonly titles: readonly TitleRecord[]
}

/** Rows based on what a viewer watched or liked, else popular titles; never a watched one. */
function applyRules(
  { watched, liked }: Tastes,
  choice: Choice,
  snapshot: Snapshot,
  limit: number,
): readonly Row[] {
  const seen = new Set([...watched, ...liked].map(({ vid }) => vid))
  const because = becauseOf(watched.filter(isReason), liked)
  const rows = chooseRows({ because, watched: watched.map(({ vid }) => vid), seen }, choice, limit)
  if (rows.length > 0)
    return rows.map((row) => ({ reason: { kind: row.because.kind, title: row.title }, titles: row.titles }))
  const popular = choosePopular(seen, choice, byPopularity(snapshot), limit)
  return popular.length === 0 ? [] : [{ reason: undefined, titles: popular }]
}

function presentRows(rows: readonly Row[], snapshot: Snapshot, language: Language) {
  return rows.map(({ reason, titles }) => ({
    reason:
      reason === undefined
        ? { kind: 'popular' as const, vid: 0, name: '' }
        : { kind: reason.kind, vid: reason.title.vid, name: nameOf(reason.title, language) },
    videos: { item: presentTitles(titles, snapshot, language) },
  }))
}

/** Providers whose titles are opened by some tariff. */
async function offeredProviders({ billing }: Deps): Promise<ReadonlySet<number>> {
  return new Set([...(await billing.tariffs()).values()].flatMap(({ providerIds }) => [...providerIds]))
}

/** The titles to choose from. */
async function loadChoice(snapshot: Snapshot, api: Deps): Promise<Choice> {
  const { engine, recommendations } = api
  const providers = await offeredProviders(api)
  const isPlayable = (assetId: string) => engine.describeAsset(assetId) !== undefined
  return {
    taste: recommendations.taste(),
    title: (vid) => snapshot.title(vid),
    alike: (title) => relatedTitles(title, snapshot, similar),
    // Titles of another tariff are not hidden: the viewer could subscribe.
    isOffered: (title) => (title.freeMovie || providers.has(title.providerId)) && isReady(title, isPlayable),
  }
}

function isReady({ files, seasons }: TitleRecord, isPlayable: (assetId: string) => boolean): boolean {
  return (
    files.some(({ kind, assetId }) => kind === 'film' && isPlayable(assetId)) ||
    seasons.some(({ episodes }) => episodes.some(({ file }) => isPlayable(file.assetId)))
  )
}

const pageSize = 100
const maxPages = 20

/** The catalogue, the most popular first; read only as far as needed. */
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
