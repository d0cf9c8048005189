/** The viewing module on a real database with synthetic titles, and a viewer who calls it. */
import type { WatchedFilm } from '#contract/films/viewing.ts'
import { type PublishedTitle, openCatalogue, publishTitles } from '#server/catalogue/catalogue.ts'
import type { ManualClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openTelevision, publishChannels } from '#server/television/television.ts'
import { type PlayableAsset, type Viewing, openViewing } from '#server/viewing/viewing.ts'
import { viewingEndpoints } from '#server/api/viewing/viewing.ts'
import { accountsFixture } from './accounts-module.ts'
import { ask } from './call-endpoint.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'

type Fields = Record<string, unknown>

export interface ViewingFixture {
  readonly viewing: Viewing
  /** What the endpoints of viewing are made of. */
  readonly parts: Parameters<typeof viewingEndpoints>[0]
  readonly clock: ManualClock
  /** A film, a series of two seasons with two episodes each, and thirty more films. */
  readonly vids: readonly number[]
  readonly film: number
  readonly series: number
  readonly other: number
  readonly cid: number
  /** What can be played, by asset id; a film's is its key, an episode's `s1e2`. */
  readonly assets: Map<string, PlayableAsset>
  /** A file of a title by its index; a trailer is the last. */
  fileOf(vid: number, place?: number): number
  /** Reads the catalogue again. */
  reload(): Promise<void>
  /** The number of a new account. */
  newViewer(): Promise<number>
  /** Calls an endpoint of the module as an account. */
  by(accountId: number | undefined, name: string, raw: Fields): Promise<Fields>
  /** Reports the position of an account, one second after the previous report. */
  watch(accountId: number, vid: number, vfid: number, position: number): Promise<Fields>
  rows(accountId: number, name: 'viewing' | 'viewed', raw?: Fields): Promise<WatchedFilm[]>
}

export async function viewingFixture(db: Db): Promise<ViewingFixture> {
  const people = accountsFixture(db)
  const { clock } = people
  await publishTitles(db, titles, clock.nowMs())
  const catalogue = await openCatalogue(db)
  const vids = titles.map(({ key }) => catalogue.now().titleByKey(key)?.vid ?? 0)
  const cid = await publishChannel(db, clock)
  const television = await openTelevision(db, clock)
  const assets = readyAssets()
  const assetOf = (assetId: string) => assets.get(assetId)
  const viewing = openViewing({ db, clock, catalogue, television, assetOf })
  const parts = { viewing, catalogue, television }
  const endpoints = viewingEndpoints(parts)
  const by = (accountId: number | undefined, name: string, raw: Fields) =>
    ask(
      endpoints,
      `viewing.${name}`,
      raw,
      accountId === undefined ? {} : { viewer: { accountId, sessionId: 's' } },
    )
  const [film = 0, series = 0, other = 0] = vids
  return {
    viewing,
    parts,
    clock,
    vids,
    film,
    series,
    other,
    cid,
    assets,
    by,
    fileOf: (vid, place = 0) => {
      const title = catalogue.now().title(vid)
      const episodes = title?.seasons.flatMap((season) => season.episodes.map((one) => one.file)) ?? []
      const own = title?.files.toSorted((a) => (a.kind === 'film' ? -1 : 1)) ?? []
      return [...episodes, ...own][place]?.vfid ?? 0
    },
    reload: () => catalogue.reload(),
    newViewer: async () => (await people.addAccount()).accountId,
    watch: (accountId, vid, vfid, position) => {
      clock.advanceMs(1000)
      return by(accountId, 'positionSet', { content_id: vid, asset_id: vfid, position })
    },
    rows: async (accountId, name, raw = {}) =>
      ((await by(accountId, name, raw)) as unknown as { videos: { item: WatchedFilm[] } }).videos.item,
  }
}

function episode(number: number, season: number) {
  return {
    number,
    name: number === 1 ? { ru: 'Начало', uz: 'Boshi' } : { ru: '', uz: '' },
    description: { ru: '', uz: '' },
    still: null,
    file: { assetId: `s${season}e${number}`, durationMs: 1_000_000 },
  }
}

const titles: readonly PublishedTitle[] = [
  buildFilm('film', {
    film: { assetId: 'film', durationMs: 5_000_000 },
    trailer: { assetId: 'trailer', durationMs: 60_000 },
  }),
  buildFilm('series', {
    isSeries: true,
    seasons: [1, 2].map((number) => ({
      number,
      name: { ru: '', uz: '' },
      episodes: [1, 2].map((one) => episode(one, number)),
    })),
  }),
  ...Array.from({ length: 30 }, (_, index) =>
    buildFilm(`more-${index}`, { film: { assetId: `more-${index}`, durationMs: 1_000_000 } }),
  ),
]

function readyAssets(): Map<string, PlayableAsset> {
  const ready = ['s1e1', 's1e2', 's2e1', 's2e2', ...titles.map(({ key }) => key)]
  const assets = new Map<string, PlayableAsset>(ready.map((id) => [id, { durationMs: 1_000_000 }]))
  return assets.set('film', { durationMs: 5_000_000, markers: [{ kind: 'titles', beginMs: 4_500_000 }] })
}

async function publishChannel(db: Db, clock: ManualClock): Promise<number> {
  const channel = buildChannel('a', { name: { ru: 'А', uz: 'A' } })
  const outcomes = await publishChannels(db, [channel], clock.nowMs())
  return outcomes[0]?.cid ?? 0
}
