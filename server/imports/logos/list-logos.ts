/** Drafts of logos as the staff sees them. */
import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { loadLogoChannels } from '#server/television/television.ts'
import type { LogoDraftFileTable, LogoDraftMatchTable, LogoDraftTable } from './tables.ts'

export type LogoDraft = Selectable<LogoDraftTable>
type LogoMatchRow = Selectable<LogoDraftMatchTable>

/** A match with the channel as it is now. */
export interface ShownLogoMatch extends Pick<
  LogoMatchRow,
  'matched_by' | 'score' | 'doubt' | 'marks' | 'former_logo'
> {
  readonly cid: number
  readonly number: number
  readonly name: string
  /** Its logo now. */
  readonly logo: string | null
  /** It was chosen by hand. */
  readonly isLocked: boolean
}

export interface ShownLogoFile extends Pick<
  Selectable<LogoDraftFileTable>,
  'file_no' | 'file' | 'version' | 'width' | 'height'
> {
  readonly matches: readonly ShownLogoMatch[]
}

export interface LoadedLogos {
  readonly draft: LogoDraft
  readonly files: readonly ShownLogoFile[]
  /** Channels without a logo for which no file was proposed. */
  readonly without: readonly { readonly cid: number; readonly number: number; readonly name: string }[]
}

const maxListed = 50

/** Those that wait for a decision, and those that were applied; 50 of each, the newest first. */
export async function listLogos(db: Db): Promise<readonly LogoDraft[]> {
  const inState = (state: 'open' | 'applied') =>
    db
      .selectFrom('logo_draft')
      .selectAll()
      .where('state', '=', state)
      .orderBy('id', 'desc')
      .limit(maxListed)
      .execute()
  const [open, applied] = await Promise.all([inState('open'), inState('applied')])
  return [...open, ...applied]
}

/** A draft with its files, at most 2,000; undefined for none. */
export async function loadLogos(db: Db, draftId: number): Promise<LoadedLogos | undefined> {
  const draft = await db
    .selectFrom('logo_draft')
    .selectAll()
    .where('id', '=', draftId)
    .where('state', 'in', ['open', 'applied'])
    .executeTakeFirst()
  if (draft === undefined) return undefined
  const files = await db
    .selectFrom('logo_draft_file')
    .select(['file_no', 'file', 'version', 'width', 'height'])
    .where('draft_id', '=', draftId)
    .orderBy('file_no')
    .execute()
  const rows = await db
    .selectFrom('logo_draft_match')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy('score', 'desc')
    .orderBy('channel_id')
    .execute()
  const channels = new Map((await loadLogoChannels(db)).map((channel) => [channel.cid, channel]))
  const matches = Map.groupBy(rows, ({ file_no: fileNo }) => fileNo)
  const proposed = new Set(rows.map(({ channel_id: cid }) => cid))
  return {
    draft,
    files: files.map((file) => ({
      ...file,
      matches: (matches.get(file.file_no) ?? []).flatMap((row): readonly ShownLogoMatch[] => {
        const channel = channels.get(row.channel_id)
        if (channel === undefined) return []
        const { matched_by, score, doubt, marks, former_logo } = row
        const { cid, number, logo, isLocked, names } = channel
        const name = names[0] ?? ''
        return [{ matched_by, score, doubt, marks, former_logo, cid, number, logo, isLocked, name }]
      }),
    })),
    without: [...channels.values()]
      .filter(({ cid, logo, isHidden }) => logo === null && !isHidden && !proposed.has(cid))
      .map(({ cid, number, names }) => ({ cid, number, name: names[0] ?? '' })),
  }
}

/** Whether a match is taken unless somebody decides otherwise: nothing speaks against it. */
export function isSureMatch({ version }: Pick<ShownLogoFile, 'version'>, match: ShownLogoMatch): boolean {
  return match.marks.length === 0 && !match.isLocked && match.logo !== version
}
