/** A delivered programme as JSON: what a set of changes stores of it, and what a difference is shown by. */
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { contentColumns } from './write-tidy.ts'

/** A programme by its columns. `begin` and `end` are unix milliseconds. */
export interface ProgrammeState {
  /** Its id as a programme; null for one that is not stored yet. */
  readonly id: number | null
  readonly begin: number
  readonly end: number
  readonly title_ru: string
  readonly title_uz: string
  readonly description_ru: string
  readonly description_uz: string
  readonly subtitle_ru: string
  readonly subtitle_uz: string
  readonly genre_code: number | null
  readonly age_rating: string
  readonly asset_id: string | null
  readonly season: number | null
  readonly episode: number | null
  readonly catchup_id: string | null
  readonly categories: readonly string[]
}

const plainColumns = contentColumns.filter((name) => name !== 'end_at')

/** The state of a row in a statement. `hasId` false: of a programme that is not stored yet. */
export function stateIn(alias: 'p' | 't', hasId = true): RawBuilder<ProgrammeState> {
  const moment = (name: string) => `(extract(epoch from ${alias}.${name}) * 1000)::bigint`
  const parts = [
    `'id', ${hasId ? `${alias}.id` : 'null'}`,
    `'begin', ${moment('begin_at')}`,
    `'end', ${moment('end_at')}`,
    ...plainColumns.map((name) => `'${name}', ${alias}.${name}`),
  ]
  return sql.raw(`jsonb_build_object(${parts.join(', ')})`)
}

/**
 * Whether two programmes are the same, whatever their ids; null: there is none. A genre that follows from the categories
 * is none of the programme's own.
 */
export function isSameState(a: ProgrammeState | null, b: ProgrammeState | null): boolean {
  if (a === null || b === null) return a === b
  return isDeepStrictEqual(ownOf(a), ownOf(b))
}

function ownOf(state: ProgrammeState) {
  return { ...state, id: 0, genre_code: state.categories.length > 0 ? 0 : state.genre_code }
}

/** Writes programmes of a channel as they are in `states`; each replaces what starts at its moment. */
export async function writeStates(
  tx: DbTransaction,
  cid: number,
  states: readonly ProgrammeState[],
): Promise<void> {
  if (states.length === 0) return
  const columns = sql.raw(plainColumns.join(', '))
  const values = sql.raw(plainColumns.map((name) => `s.${name}`).join(', '))
  const replaced = sql.raw(['end_at', ...plainColumns].map((name) => `${name} = excluded.${name}`).join(', '))
  await sql`
    insert into programme (id, channel_id, begin_at, end_at, ${columns})
    select coalesce(s.id, nextval(pg_get_serial_sequence('programme', 'id'))::integer), ${cid}::integer,
      to_timestamp(s."begin" / 1000.0), to_timestamp(s."end" / 1000.0), ${values}
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s (
      id integer, "begin" bigint, "end" bigint, title_ru text, title_uz text, description_ru text,
      description_uz text, genre_code smallint, age_rating text, asset_id text, subtitle_ru text, subtitle_uz text,
      season smallint, episode integer, catchup_id text, categories text[]
    )
    on conflict (channel_id, begin_at) do update set ${replaced}`.execute(tx)
}
