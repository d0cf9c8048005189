/**
 * Loading 50,000 titles and 200,000 programmes from the database into memory with the search index: how long it takes,
 * how much memory it uses, and for how long the event loop is blocked while one changed title is reloaded. Against the
 * same with 100 titles and 2,000 programmes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client } from 'pg'
import { openCatalogue, type CatalogueContent } from '#server/catalogue/catalogue.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { openSearch } from '#server/search/search.ts'
import { openTelevision } from '#server/television/television.ts'
import { createDice } from '#bench/kit/seeded-random.ts'
import { madeUpBroadcasts } from '#bench/search/made-up-library.ts'
import { madeUpCatalogue } from './made-up-lists.ts'
import type { BenchResult } from '#bench/kit/measure.ts'

const sizes = { large: { titles: 50_000, programmes: 200_000 }, small: { titles: 100, programmes: 2000 } }
const promised = { startMs: 10_000, megabytes: 200, pauseMs: 50 }
const rowsAtOnce = 5000
/** Other programs on the machine only ever add time: of this many reloads the minimum counts. */
const rounds = 5

interface Started {
  readonly startMs: number
  /** The heap with its buffers, after a garbage collection. */
  readonly megabytes: number
  readonly residentMegabytes: number
  readonly reloadMs: number
  /** The longest time the event loop was blocked during the reload. */
  readonly pauseMs: number
}

export async function startUp(): Promise<readonly BenchResult[]> {
  const small = await started(sizes.small)
  const large = await started(sizes.large)
  for (const [name, matches] of Object.entries({ small, large }))
    console.log(
      `start with a ${name} database: ${matches.startMs.toFixed(0)} ms, ${matches.megabytes.toFixed(0)} MB kept (${matches.residentMegabytes.toFixed(0)} MB resident), one title taken in within ${matches.reloadMs.toFixed(0)} ms, longest pause ${matches.pauseMs.toFixed(0)} ms`,
    )
  const line = (name: string, of: (started: Started) => number, unit: string, max: number): BenchResult => ({
    name: `${sizes.large.titles} titles and ${sizes.large.programmes} programmes, ${name}`,
    ours: of(large),
    baseline: of(small),
    unit,
    max,
  })
  return [
    line('read into memory and indexed', ({ startMs }) => startMs, 'ms', promised.startMs),
    line('kept in memory', ({ megabytes }) => megabytes, 'MB', promised.megabytes),
    line('longest pause while one title is taken in', ({ pauseMs }) => pauseMs, 'ms', promised.pauseMs),
  ]
}

async function started(size: (typeof sizes)['large']): Promise<Started> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-start-'))
  const server = await startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog, throwAway: true })
  const place = { ...server.location, database: 'postgres' }
  await migrate(place, await readMigrations(join(import.meta.dirname, '../../db/migrations')))
  await fill(place, size)
  const { db, close } = openDatabase({
    location: place,
    log: silentLog,
    connections: 2,
    applicationName: 'ekran bench',
    statementTimeoutMs: 60_000,
  })
  const before = retained()
  const residentBefore = process.memoryUsage().rss
  const began = performance.now()
  const catalogue = await openCatalogue(db, systemClock)
  const television = await openTelevision(db, systemClock)
  const search = openSearch({ catalogue, television, log: silentLog, onBuilt: () => undefined })
  await search.settled()
  const startMs = performance.now() - began
  const residentMegabytes = (process.memoryUsage().rss - residentBefore) / 1e6
  const megabytes = retained() - before
  const reloads: { readonly reloadMs: number; readonly pauseMs: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const name = `Другое имя ${round}`
    await db.updateTable('title').set({ name_ru: name }).where('id', '=', 1).execute()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const reloadBegan = performance.now()
    delay.enable()
    await catalogue.reload()
    const reloadMs = performance.now() - reloadBegan
    await search.settled()
    delay.disable()
    if (catalogue.now().anyTitle(1)?.name.ru !== name) throw new Error('the change was not loaded')
    reloads.push({ reloadMs, pauseMs: delay.max / 1e6 })
  }
  search.close()
  await close()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
  const min = (of: (reload: (typeof reloads)[number]) => number) => Math.min(...reloads.map(of))
  return {
    startMs,
    megabytes,
    residentMegabytes,
    reloadMs: min(({ reloadMs }) => reloadMs),
    pauseMs: min(({ pauseMs }) => pauseMs),
  }
}

async function fill(
  place: { readonly socketDir: string; readonly user: string; readonly database: string },
  size: (typeof sizes)['large'],
): Promise<void> {
  const client = new Client({ host: place.socketDir, user: place.user, database: place.database })
  await client.connect()
  const put = async (table: string, columns: string, rows: readonly object[]) => {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows.slice(from, from + rowsAtOnce))],
      )
  }
  await fillTitles(put, madeUpCatalogue(size.titles))
  await fillGuide(put, size.programmes)
  await client.end()
}

type Put = (table: string, columns: string, rows: readonly object[]) => Promise<void>

function names({ ru, uz }: { readonly ru: string; readonly uz: string }) {
  return { name_ru: ru, name_uz: uz }
}

function titleRow(title: CatalogueContent['titles'][number]) {
  return {
    id: title.vid,
    key: title.key,
    content_hash: '',
    is_series: title.isSeries,
    is_kids: title.isKids,
    category_id: title.categoryId,
    more_categories: [],
    provider_id: title.providerId,
    ...names(title.name),
    name_original: title.name.original,
    description_ru: '',
    description_uz: '',
    year: title.year,
    countries: title.countries,
    duration_min: title.durationMin,
    age_rating: title.ageRating,
    rating_kp: title.ratingKp,
    popularity: title.popularity,
    free_movie: false,
    premier: false,
    exclusive: false,
    new_episodes: false,
    added_at: new Date(title.addedAtMs),
    changed_at: new Date(0),
    is_hidden: false,
  }
}

async function fillTitles(put: Put, content: CatalogueContent): Promise<void> {
  await put(
    'provider',
    'id, name',
    content.providers.filter(({ id }) => id !== 1 && id !== 3),
  )
  await put(
    'genre',
    'id, key, name_ru, name_uz',
    content.genres.map(({ id, name }) => ({ id, key: String(id), ...names(name) })),
  )
  await put(
    'person',
    'id, key, name_ru, name_uz, name_original, about_ru, about_uz',
    [...content.people.values()].map(({ personId: id, name }) => ({
      id,
      key: String(id),
      ...names(name),
      name_original: '',
      about_ru: '',
      about_uz: '',
    })),
  )
  await put(
    'title',
    'id, key, content_hash, is_series, is_kids, category_id, more_categories, provider_id, name_ru, name_uz, name_original, description_ru, description_uz, year, countries, duration_min, age_rating, rating_kp, popularity, free_movie, premier, exclusive, new_episodes, added_at, changed_at, is_hidden',
    content.titles.map(titleRow),
  )
  await put(
    'title_genre',
    'title_id, genre_id, place',
    content.titles.flatMap(({ vid, genreIds }) =>
      genreIds.map((genre_id, at) => ({ title_id: vid, genre_id, place: at })),
    ),
  )
  await put(
    'credit',
    'title_id, person_id, kind, role_ru, role_uz, place',
    content.titles.flatMap(({ vid, credits }) =>
      [...new Set(credits.map(({ personId }) => personId))].map((person_id, at) => ({
        title_id: vid,
        person_id,
        kind: 'actor',
        role_ru: '',
        role_uz: '',
        place: at,
      })),
    ),
  )
}

async function fillGuide(put: Put, count: number): Promise<void> {
  const { channels, programmes } = madeUpBroadcasts(count, Date.now(), createDice(11))
  await put(
    'channel',
    'id, key, content_hash, number, name_ru, name_uz, category_id, additional_categories, is_social, source_kind, is_enabled, archive_days, guide_shift_min, changed_at',
    channels.map(({ cid, key, number, name }) => ({
      id: cid,
      key,
      content_hash: '',
      number,
      name_ru: name.ru,
      name_uz: name.uz,
      category_id: 1,
      additional_categories: [],
      is_social: false,
      source_kind: 'none',
      is_enabled: true,
      archive_days: 7,
      guide_shift_min: 0,
      changed_at: new Date(0),
    })),
  )
  await put(
    'programme',
    'id, channel_id, begin_at, end_at, title_ru, title_uz, description_ru, description_uz, age_rating',
    programmes.map(({ pid, cid, beginMs, endMs, title }) => ({
      id: pid,
      channel_id: cid,
      begin_at: new Date(beginMs),
      end_at: new Date(endMs),
      title_ru: title.ru,
      title_uz: title.uz,
      description_ru: '',
      description_uz: '',
      age_rating: '',
    })),
  )
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The memory in use, in megabytes. */
function retained(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

if (import.meta.main) console.log(await startUp())
