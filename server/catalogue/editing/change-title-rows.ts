/** Changes many titles as one set of changes, as a table of them says. */
import { randomUUID } from 'node:crypto'
import { type EntryOfChange, type Fields, diffStates, recordChange } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { publishTitles } from '#server/catalogue/publish/publish-titles.ts'
import { type TitleAuthor, type TitleEdit, type TitlesChanged, writeTitleEdit } from './edit-titles.ts'
import { isOfColumns, writeColumnEdits } from './write-column-edits.ts'
import { announceTitles, lockTitles, titleEntity, titleLabel, titleStates } from './title-states.ts'

export interface TitleRowChanges {
  readonly edits: ReadonlyMap<number, TitleEdit>
  readonly created: readonly NewTitleRow[]
}

export interface NewTitleRow {
  readonly isSeries: boolean
  readonly categoryId: number
  readonly providerId: number
  readonly edit: TitleEdit
}

const titlesAtOnce = 200

/**
 * Changes and creates titles, all or none, within a transaction; what is refused must end it. What is changed is locked
 * against imports.
 */
export async function changeTitleRows(
  tx: DbTransaction,
  { edits, created }: TitleRowChanges,
  who: TitleAuthor & { readonly title: string },
): Promise<TitlesChanged> {
  await lockTitles(tx)
  const entries: EntryOfChange[] = []
  const all = [...edits]
  for (let at = 0; at < all.length; at += titlesAtOnce) {
    const some = all.slice(at, at + titlesAtOnce)
    const vids = some.map(([vid]) => vid)
    const before = await titleStates(tx, vids)
    const refused = await writeSome(tx, some, before, who.nowMs)
    if (refused !== undefined) return refused
    entries.push(...diffStates(titleEntity, before, await titleStates(tx, vids), titleLabel))
  }
  const made = await createTitles(tx, created, who.nowMs)
  if ('kind' in made) return made
  entries.push(...diffStates(titleEntity, new Map(), await titleStates(tx, made), titleLabel))
  const { title, by, nowMs } = who
  const changeId = await recordChange(tx, { kind: 'import', section: 'films', title, by, nowMs, entries })
  if (changeId > 0) await announceTitles(tx)
  return { kind: 'changed', changeId, changed: entries.length }
}

async function writeSome(
  tx: DbTransaction,
  some: readonly (readonly [number, TitleEdit])[],
  states: ReadonlyMap<number, Fields>,
  nowMs: number,
): Promise<Exclude<TitlesChanged, { kind: 'changed' }> | undefined> {
  const all = some.map(([vid, edit]) => ({ vid, state: states.get(vid), edit, nowMs }))
  const present = all.flatMap(({ state, ...one }) => (state === undefined ? [] : [{ ...one, state }]))
  if (present.length < all.length) return { kind: 'not_found' }
  for (const one of present.filter(({ edit }) => !isOfColumns(edit))) {
    const refused = await writeTitleEdit(tx, one)
    if (refused !== undefined) return refused
  }
  return writeColumnEdits(
    tx,
    present.filter(({ edit }) => isOfColumns(edit)),
    nowMs,
  )
}

/** Returns the numbers of the new titles, or why there are none. */
async function createTitles(
  tx: DbTransaction,
  created: readonly NewTitleRow[],
  nowMs: number,
): Promise<readonly number[] | Exclude<TitlesChanged, { kind: 'changed' }>> {
  const outcomes = await publishTitles(
    tx,
    created.map(({ isSeries, categoryId, providerId, edit: { columns = {} } }) => ({
      key: `table:${randomUUID()}`,
      ...{ isSeries, categoryId, providerId, isKids: false, freeMovie: false, premier: false },
      ...{ exclusive: false, newEpisodes: false, popularity: 0, durationMin: 0, ageRating: '' },
      ...{ ratingKp: null, ratingImdb: null, poster: null, backdrop: null },
      name: {
        ru: String(columns.name_ru ?? ''),
        uz: String(columns.name_uz ?? ''),
        original: String(columns.name_original ?? ''),
      },
      description: { ru: '', uz: '' },
      year: Number(columns.year),
      ...{ countries: [], genres: [], credits: [], seasons: [] },
    })),
    nowMs,
  )
  const vids = outcomes.map(({ vid }) => vid)
  for (let at = 0; at < vids.length; at += titlesAtOnce) {
    const some = vids.slice(at, at + titlesAtOnce)
    const edits = some.flatMap((vid, index) => {
      const edit = created[at + index]?.edit
      return edit === undefined ? [] : [[vid, edit] as const]
    })
    const refused = await writeSome(tx, edits, await titleStates(tx, some), nowMs)
    if (refused !== undefined) return refused
  }
  return vids
}
