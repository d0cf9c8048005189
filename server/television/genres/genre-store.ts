/** The words of guides and their genres: read, changed as sets of changes, and applied to what is stored. */
import { type Kysely, sql } from 'kysely'
import {
  type EntityStore,
  type Fields,
  type States,
  diffStates,
  recordChange,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { ByWhom } from '#server/television/editing/change-channels.ts'
import { notifyGuide, takeTurn } from '#server/television/programmes/take-turn.ts'
import { followDelivered } from '#server/television/programmes/follow-delivered.ts'
import { type GenreRule, GenreRules, foldCategoryWord } from './genre-rules.ts'

/** The name of a word in sets of changes. */
export const genreEntity = 'guide_genre'

const maxRules = 5000

/** All rules, in the order in which they are tried. */
export async function listGenreRules(db: Kysely<Database>): Promise<readonly GenreRule[]> {
  const rows = await db
    .selectFrom('guide_genre')
    .selectAll()
    .orderBy('rank')
    .orderBy('id')
    .limit(maxRules)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    word: row.word,
    isPart: row.is_part,
    genreCode: row.genre_code,
    staffName: row.staff_name,
  }))
}

export async function loadGenreRules(db: Kysely<Database>): Promise<GenreRules> {
  return new GenreRules(await listGenreRules(db))
}

export type GenreChanged =
  | {
      readonly kind: 'changed'
      /** 0 when nothing differed. */
      readonly changeId: number
      /** How many stored programmes have another genre now. */
      readonly programmes: number
    }
  /** There is no such word, or it is empty. */
  | { readonly kind: 'unknown_word' }
  | { readonly kind: 'full'; readonly max: number }

export interface GenreOfWord {
  readonly word: string
  /** It is a part of categories, not the whole of one. */
  readonly isPart: boolean
  /** Null: it says nothing about the genre. */
  readonly genreCode: number | null
}

/** Says which genre a word means; programmes that are stored get it at once. Sends `guide_changed`. */
export async function setGenre(db: Db, { word, isPart, genreCode }: GenreOfWord, who: ByWhom) {
  const folded = foldCategoryWord(word)
  if (folded === '') return { kind: 'unknown_word' } as const
  return changingGenres(db, folded, who, async (tx) => {
    const values = {
      genre_code: genreCode,
      staff_name: who.by?.name ?? '',
      changed_at: new Date(who.nowMs),
    }
    const { count } = await tx
      .selectFrom('guide_genre')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxRules) return { kind: 'full', max: maxRules } as const
    // New parts are tried before older ones.
    await tx
      .insertInto('guide_genre')
      .values({
        ...values,
        word: folded,
        is_part: isPart,
        rank: sql`(select coalesce(min(rank), 0) - 1 from guide_genre)`,
      })
      .onConflict((one) => one.columns(['word', 'is_part']).doUpdateSet(values))
      .execute()
    return undefined
  })
}

/** Forgets what a word means; programmes that are stored follow at once. */
export async function removeGenre(
  db: Db,
  { word, isPart }: Omit<GenreOfWord, 'genreCode'>,
  who: ByWhom,
): Promise<GenreChanged> {
  const folded = foldCategoryWord(word)
  return changingGenres(db, folded, who, async (tx) => {
    const removed = await tx
      .deleteFrom('guide_genre')
      .where('word', '=', folded)
      .where('is_part', '=', isPart)
      .executeTakeFirst()
    return removed.numDeletedRows > 0n ? undefined : ({ kind: 'unknown_word' } as const)
  })
}

async function changingGenres(
  db: Db,
  word: string,
  { by, nowMs }: ByWhom,
  change: (tx: DbTransaction) => Promise<Exclude<GenreChanged, { readonly kind: 'changed' }> | undefined>,
): Promise<GenreChanged> {
  return db.transaction().execute(async (tx) => {
    await lockGenres(tx)
    const before = await genreStates(tx)
    const refused = await change(tx)
    if (refused !== undefined) return refused
    const entries = diffStates(genreEntity, before, await genreStates(tx), genreLabel)
    const title = `genre ${word}`
    const changeId = await recordChange(tx, { kind: 'edit', section: 'guide', title, by, nowMs, entries })
    return { kind: 'changed', changeId, programmes: await refreshGenres(tx) }
  })
}

async function lockGenres(tx: DbTransaction): Promise<void> {
  // The guide's lock comes first, as for a delivery.
  await takeTurn(tx)
  await sql`lock table guide_genre in share row exclusive mode`.execute(tx)
}

/** The states of words; of these ids, or of all. */
async function genreStates(db: Kysely<Database>, ids?: readonly number[]): Promise<States> {
  let query = db.selectFrom('guide_genre').selectAll()
  if (ids !== undefined) query = query.where('id', 'in', [0, ...ids])
  return new Map(
    (await query.execute()).map((row) => [
      row.id,
      {
        word: row.word,
        genre_code: row.genre_code ?? 0,
        _is_part: row.is_part,
        _rank: row.rank,
        _staff_name: row.staff_name,
      },
    ]),
  )
}

function genreLabel(fields: Fields): string {
  return String(fields['word'] ?? '')
}

/** Words as things whose changes can be taken back. */
export const genreStore: EntityStore = {
  lock: lockGenres,
  // It waits for deliveries.
  isLockedAlone: true,
  read: genreStates,
  write: async (tx, steps, nowMs) => {
    const now = await genreStates(tx, [...steps.keys()])
    const gone: (readonly [number, string, true])[] = []
    for (const [id, step] of steps) {
      if (step === null) {
        await tx.deleteFrom('guide_genre').where('id', '=', id).execute()
        continue
      }
      const fields = { ...now.get(id), ...step }
      const code = Number(fields['genre_code'] ?? 0)
      const values = {
        id,
        word: String(fields['word']),
        is_part: fields['_is_part'] === true,
        genre_code: code === 0 ? null : code,
        rank: Number(fields['_rank'] ?? 0),
        staff_name: String(fields['_staff_name'] ?? ''),
        changed_at: new Date(nowMs),
      }
      const written = await sql<{ id: number }>`
        insert into guide_genre (id, word, is_part, genre_code, rank, staff_name, changed_at)
        overriding system value
        select ${id}::integer, ${values.word}, ${values.is_part}, ${values.genre_code}::smallint,
          ${values.rank}::integer, ${values.staff_name}, ${values.changed_at}::timestamptz
        where not exists (
          select from guide_genre where word = ${values.word} and is_part = ${values.is_part} and id <> ${id}
        )
        on conflict (id) do update set genre_code = excluded.genre_code, rank = excluded.rank,
          staff_name = excluded.staff_name, changed_at = excluded.changed_at
        returning id`.execute(tx)
      // Somebody has said again what the word means.
      if (written.rows.length === 0) gone.push([id, '', true])
    }
    await refreshGenres(tx)
    return gone
  },
  labelOf: genreLabel,
}

const rowsAtOnce = 1000

/**
 * Gives every stored programme with categories the genre that the rules say, also those of drafts. Returns how many of the
 * guide changed. Sends `guide_changed`.
 */
export async function refreshGenres(tx: DbTransaction): Promise<number> {
  const rules = await loadGenreRules(tx)
  await rewrite(tx, rules, 'guide_edition_programme')
  const { cids, count } = await rewrite(tx, rules, 'programme')
  if (cids.length > 0) {
    await followDelivered(tx, cids)
    await notifyGuide(tx, cids)
  }
  return count
}

async function rewrite(
  tx: DbTransaction,
  rules: GenreRules,
  table: 'programme' | 'guide_edition_programme',
): Promise<{ readonly cids: readonly number[]; readonly count: number }> {
  const { rows } = await sql<{ categories: string[]; genre_code: number | null }>`
    select distinct categories, genre_code from ${sql.table(table)} where categories <> '{}'`.execute(tx)
  const changes = rows.flatMap(({ categories, genre_code: was }) => {
    const code = rules.genreOf(categories)
    return code === was ? [] : [{ c: categories, f: was, g: code }]
  })
  const cids = new Set<number>()
  let count = 0
  for (let at = 0; at < changes.length; at += rowsAtOnce) {
    const json = JSON.stringify(changes.slice(at, at + rowsAtOnce))
    const written = await sql<{ cid: number }>`
      update ${sql.table(table)} as p set genre_code = m.g
      from jsonb_to_recordset(${json}::jsonb) as m (c text[], f smallint, g smallint)
      where p.categories = m.c and p.genre_code is not distinct from m.f
      returning p.channel_id as cid`.execute(tx)
    count += written.rows.length
    for (const { cid } of written.rows) cids.add(cid)
  }
  return { cids: [...cids], count }
}
