/** Windows of seasons and episodes by hand: each change is a set that can be taken back. Imports say nothing of them. */
import { createHash } from 'node:crypto'
import {
  type Fields,
  type Json,
  type States,
  diffStates,
  listChanges,
  recordChange,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { TerritoryWindow } from '#server/catalogue/titles/title.ts'
import type { TitleAuthor } from './edit-titles.ts'
import { episodeEntity, episodeLabel, episodeStates, writeEpisodeFields } from './episode-states.ts'
import { seasonEntity, seasonLabel, seasonStates, writeSeasonWindows } from './season-states.ts'
import { announceTitles, lockTitles } from './title-states.ts'
import { inOrderOfTime, readMoreWindows, windowsProblem, writeMoreWindows } from './window-rules.ts'

export type WindowsChanged =
  | {
      readonly kind: 'changed'
      /** 0 when nothing differed. */
      readonly changeId: number
      readonly changed: number
    }
  /** There is no such season or episode in this series. */
  | { readonly kind: 'not_found' }
  /** One ends before it begins; two for one territory overlap. */
  | { readonly kind: 'period' | 'overlap' }
  /** Somebody changed them since; '' is the command line. */
  | { readonly kind: 'changed_since'; readonly who: string }

export interface PartWindows {
  readonly vid: number
  /** A season by its number, or an episode by its id. */
  readonly part: { readonly season: number } | { readonly episode: number }
  /** The ones that were shown; undefined at the command line. */
  readonly version: string | undefined
  /** None: whenever the series, or the season, is available. */
  readonly windows: readonly TerritoryWindow[]
}

/** Differs when the windows do: what was shown is compared with what is there. */
export function windowsVersion(fields: Fields): string {
  return createHash('sha256')
    .update(JSON.stringify(writeMoreWindows(readMoreWindows(fields['windows']))))
    .digest('hex')
    .slice(0, 16)
}

/** Sets the windows of a season or an episode; they narrow those of what it belongs to. */
export async function setPartWindows(
  db: Db,
  { vid, part, version, windows }: PartWindows,
  { by, nowMs }: TitleAuthor,
): Promise<WindowsChanged> {
  const problem = windowsProblem(windows)
  if (problem !== undefined) return { kind: problem }
  const kind = 'season' in part ? seasons : episodes
  return db.transaction().execute(async (tx): Promise<WindowsChanged> => {
    await lockTitles(tx)
    const all = 'season' in part ? await seasonStates(tx, { vid }) : await episodeStates(tx, { vids: [vid] })
    const match = [...all].find(([id, state]) =>
      'season' in part ? state['_season'] === part.season : id === part.episode && state['_vid'] === vid,
    )
    if (match === undefined) return { kind: 'not_found' }
    const [id, state] = match
    if (version !== undefined && version !== windowsVersion(state)) {
      const [last] = await listChanges(tx, { entity: kind.entity, entityIds: [id], limit: 1 })
      return { kind: 'changed_since', who: last?.staffName ?? '' }
    }
    if (
      version === undefined ||
      windowsVersion({ windows: writeMoreWindows(inOrderOfTime(windows)) }) !== version
    )
      await kind.write(tx, id, state, writeMoreWindows(inOrderOfTime(windows)))
    const entries = diffStates(kind.entity, new Map([match]), await kind.read(tx, [id]), kind.label)
    const title = 'season' in part ? 'season_windows' : 'episode_windows'
    const changeId = await recordChange(tx, { kind: 'edit', section: 'films', title, by, nowMs, entries })
    if (changeId > 0) await announceTitles(tx)
    return { kind: 'changed', changeId, changed: entries.length }
  })
}

interface PartKind {
  readonly entity: string
  readonly label: (fields: Fields) => string
  read(tx: DbTransaction, ids: readonly number[]): Promise<States>
  write(tx: DbTransaction, id: number, state: Fields, windows: Json): Promise<void>
}

const seasons: PartKind = {
  entity: seasonEntity,
  label: seasonLabel,
  read: (tx, ids) => seasonStates(tx, { ids }),
  write: (tx, id, _, windows) => writeSeasonWindows(tx, id, windows),
}

const episodes: PartKind = {
  entity: episodeEntity,
  label: episodeLabel,
  read: (tx, ids) => episodeStates(tx, { ids }),
  write: (tx, id, state, windows) =>
    writeEpisodeFields(tx, id, { state, fields: { windows }, isPlaced: false }),
}
