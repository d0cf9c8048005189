/** Episodes of a published series: those that were moved by hand are found by the place that their file says. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { PublishedEpisode, PublishedTitle } from '#server/catalogue/titles/title.ts'
import { coveredFurther } from '#server/catalogue/titles/covered-numbers.ts'
import { idOf, unlessMeasured } from './title-store.ts'

/** Writes the seasons of a title. Episodes stay where they were put by hand, with the texts that were edited. */
export async function writeSeasons(tx: DbTransaction, vid: number, title: PublishedTitle): Promise<void> {
  if (title.seasons.length === 0) return
  const moved = await movedEpisodes(tx, vid)
  for (const season of title.seasons) {
    const { id } = await tx
      .insertInto('season')
      .values({ title_id: vid, number: season.number, name_ru: season.name.ru, name_uz: season.name.uz })
      .onConflict((conflict) =>
        conflict
          .columns(['title_id', 'number'])
          .doUpdateSet({ name_ru: season.name.ru, name_uz: season.name.uz }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const plain: PublishedEpisode[] = []
    for (const episode of season.episodes) {
      const key = `${season.number} ${episode.number}`
      const own = moved.bySource.get(key)
      const other = moved.byPlace.get(key)
      if (own !== undefined) await writeMoved(tx, own, episode)
      // The file was renamed to the number that its episode was given by hand.
      else if (other !== undefined && other.asset === episode.file.assetId) {
        await clearSource(tx, other.id)
        plain.push(episode)
      } else if (other !== undefined)
        await writeDisplaced(tx, { vid, seasonId: id, season: season.number }, episode)
      else plain.push(episode)
    }
    if (plain.length > 0) await writeEpisodes(tx, vid, id, plain)
  }
  await shortenCovering(tx, vid)
}

/** What viewers see as an episode of its own is covered by no other file. */
async function shortenCovering(tx: DbTransaction, vid: number): Promise<void> {
  await sql`
    update episode set further = ${coveredFurther} from season
    where season.id = episode.season_id and season.title_id = ${vid} and episode.further > 0
      and episode.source_title is null and episode.further <> ${coveredFurther}`.execute(tx)
}

/** By `<season> <number>`: where files of this title say, and where moved episodes are in it. */
async function movedEpisodes(tx: DbTransaction, vid: number) {
  const rows = await tx
    .selectFrom('episode')
    .innerJoin('season', 'season.id', 'episode.season_id')
    .leftJoin('video_file', 'video_file.episode_id', 'episode.id')
    .select(['episode.id', 'season.title_id as vid', 'season.number as season', 'episode.number'])
    .select(['source_title', 'source_season', 'source_number', 'asset_id as asset'])
    .where('source_title', 'is not', null)
    .where(({ or, eb }) => or([eb('source_title', '=', vid), eb('season.title_id', '=', vid)]))
    .execute()
  return {
    bySource: new Map(
      rows
        .filter((row) => row.source_title === vid)
        .map((row) => [`${row.source_season} ${row.source_number}`, row.id]),
    ),
    byPlace: new Map(
      rows.filter((row) => row.vid === vid).map((row) => [`${row.season} ${row.number}`, row]),
    ),
  }
}

async function clearSource(tx: DbTransaction, id: number): Promise<void> {
  const none = { source_title: null, source_season: null, source_number: null }
  await tx.updateTable('episode').set(none).where('id', '=', id).execute()
}

/** The texts of an episode as an import says them; those that were edited by hand stay. */
function textsOf({ name, description }: PublishedEpisode) {
  return {
    ...{ name_ru: name.ru, name_uz: name.uz },
    ...{ description_ru: description.ru, description_uz: description.uz },
  }
}

/** How many episodes the file has besides its own number, and when it was broadcast. */
function factsOf({ number, last, airedOn }: PublishedEpisode) {
  return {
    further: last === undefined ? 0 : last - number,
    ...(airedOn === undefined ? {} : { aired_on: airedOn }),
  }
}

async function writeMoved(tx: DbTransaction, id: number, episode: PublishedEpisode): Promise<void> {
  const texts = textsOf(episode)
  const unlessLocked = (name: keyof typeof texts) =>
    sql<string>`case when ${name} = any(locked) then ${sql.ref(name)} else ${texts[name]} end`
  await tx
    .updateTable('episode')
    .set({
      ...{ name_ru: unlessLocked('name_ru'), name_uz: unlessLocked('name_uz') },
      description_ru: unlessLocked('description_ru'),
      description_uz: unlessLocked('description_uz'),
      still: sql<string | null>`coalesce(${episode.still}, still)`,
      ...factsOf(episode),
      imported: sql<string>`imported || ${JSON.stringify(texts)}::jsonb`,
    })
    .where('id', '=', id)
    .execute()
  const { assetId } = episode.file
  const durationMs = Math.round(episode.file.durationMs)
  const duration_ms = sql<number>`case when ${durationMs}::integer = 0 and asset_id = ${assetId} then duration_ms
    else ${durationMs}::integer end`
  await tx
    .updateTable('video_file')
    .set({ asset_id: assetId, duration_ms })
    .where('episode_id', '=', id)
    .execute()
}

/** A new episode whose number another one was given by hand: after the last one of the season. */
async function writeDisplaced(
  tx: DbTransaction,
  { vid, seasonId, season }: { readonly vid: number; readonly seasonId: number; readonly season: number },
  episode: PublishedEpisode,
): Promise<void> {
  const last = await tx
    .selectFrom('episode')
    .select(sql<number | null>`max(number + further)`.as('number'))
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  const { id } = await tx
    .insertInto('episode')
    .values({
      ...{ season_id: seasonId, number: (last?.number ?? 0) + 1, still: episode.still },
      ...textsOf(episode),
      ...factsOf(episode),
      ...{ source_title: vid, source_season: season, source_number: episode.number },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeEpisodeFiles(tx, vid, [[id, episode]])
}

async function writeEpisodes(
  tx: DbTransaction,
  vid: number,
  seasonId: number,
  episodes: readonly PublishedEpisode[],
): Promise<void> {
  const imported = (name: keyof ReturnType<typeof textsOf>) =>
    sql<string>`case when ${name} = any(episode.locked) then ${sql.ref(`episode.${name}`)}
      else ${sql.ref(`excluded.${name}`)} end`
  const rows = await tx
    .insertInto('episode')
    .values(
      episodes.map((episode) => ({
        ...{ season_id: seasonId, number: episode.number, still: episode.still },
        ...textsOf(episode),
        further: factsOf(episode).further,
        aired_on: episode.airedOn ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['season_id', 'number']).doUpdateSet({
        ...{ name_ru: imported('name_ru'), name_uz: imported('name_uz') },
        ...{ description_ru: imported('description_ru'), description_uz: imported('description_uz') },
        // Without a picture beside it, it may have one of its frames.
        still: sql<string | null>`coalesce(excluded.still, episode.still)`,
        further: (eb) => eb.ref('excluded.further'),
        aired_on: sql<string | null>`coalesce(excluded.aired_on, episode.aired_on)`,
        imported: sql<string>`case when episode.locked = '{}' then episode.imported else episode.imported ||
          jsonb_build_object('name_ru', excluded.name_ru, 'name_uz', excluded.name_uz,
            'description_ru', excluded.description_ru, 'description_uz', excluded.description_uz) end`,
      }),
    )
    .returning(['number', 'id'])
    .execute()
  const ids = new Map(rows.map((row) => [row.number, row.id]))
  await writeEpisodeFiles(
    tx,
    vid,
    episodes.map((episode) => [idOf(ids, episode.number), episode]),
  )
}

async function writeEpisodeFiles(
  tx: DbTransaction,
  vid: number,
  episodes: readonly (readonly [id: number, episode: PublishedEpisode])[],
): Promise<void> {
  await tx
    .insertInto('video_file')
    .values(
      episodes.map(([id, { file }]) => ({
        ...{ title_id: vid, episode_id: id, kind: 'film' as const },
        ...{ asset_id: file.assetId, duration_ms: Math.round(file.durationMs) },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['title_id', 'episode_id', 'kind']).doUpdateSet({
        asset_id: (eb) => eb.ref('excluded.asset_id'),
        duration_ms: unlessMeasured,
      }),
    )
    .execute()
}
