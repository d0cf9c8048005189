/** Drafts of the guide as the staff sees them, and their end when nobody did. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { GuideDraftDeps } from './draft-file.ts'
import type { DraftProposal, GuideDraftChannelTable, GuideDraftTable, GuideMark } from './tables.ts'

/** More would be a mistake of a script; they end after two weeks. */
const maxOpen = 200
const maxApplied = 30

/** A draft with the sums of its channels. */
export interface GuideDraft extends Omit<Selectable<GuideDraftTable>, 'mapping'> {
  readonly source_name: string | null
  readonly is_json: boolean
  readonly sums: GuideSums
}

/** Of all channels of a draft. */
export interface GuideSums {
  readonly channels: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  readonly ahead: number
  readonly lost: number
  readonly marked: number
  /** How many would have other programmes. */
  readonly differing: number
  /** When the last programme of all ends, unix seconds; null without channels. */
  readonly until: number | null
}

function drafts(db: Db) {
  const sum = (what: string) => sql`'${sql.raw(what)}', coalesce(sum(c.${sql.raw(what)}), 0)`
  return db
    .selectFrom('guide_draft as d')
    .leftJoin('guide_source as s', 's.id', 'd.source_id')
    .selectAll('d')
    .select('s.name as source_name')
    .select(sql<boolean>`d.mapping is not null`.as('is_json'))
    .select(
      sql<GuideSums>`(
        select jsonb_build_object('channels', count(*), ${sum('added')}, ${sum('changed')}, ${sum('unchanged')},
          ${sum('removed')}, ${sum('ahead')}, ${sum('lost')}, 'marked', count(*) filter (where c.marks <> '{}'),
          'differing', count(*) filter (where c.added + c.changed + c.removed > 0),
          'until', floor(extract(epoch from max(c.end_at))))
        from guide_draft_channel c where c.draft_id = d.id)`.as('sums'),
    )
}

/** Drafts that wait for a decision, and the newest 30 that were applied; each the newest first. */
export async function listGuideDrafts(db: Db): Promise<readonly GuideDraft[]> {
  const inState = (state: 'open' | 'applied', limit: number) =>
    drafts(db).where('d.state', '=', state).orderBy('d.id', 'desc').limit(limit).execute()
  const [open, applied] = [await inState('open', maxOpen), await inState('applied', maxApplied)]
  return [...open, ...applied]
}

/** A channel of a draft with our name of it. */
export interface GuideDraftChannel extends Omit<Selectable<GuideDraftChannelTable>, 'marks'> {
  readonly number: number
  readonly name_ru: string
  readonly name_uz: string
  readonly marks: readonly GuideMark[]
}

/** A proposal with our name of the channel. */
export interface GuideDraftProposal extends DraftProposal {
  readonly label: string
}

export interface LoadedGuideDraft {
  readonly draft: GuideDraft
  /** In the order of their numbers. */
  readonly channels: readonly GuideDraftChannel[]
  readonly proposals: readonly GuideDraftProposal[]
  /** Channels that the source supplied before and that are not in it. */
  readonly missing: readonly string[]
}

/** A draft that is open or applied, with all its channels; undefined for none. */
export async function loadGuideDraft(db: Db, draftId: number): Promise<LoadedGuideDraft | undefined> {
  const draft = await drafts(db)
    .where('d.id', '=', draftId)
    .where('d.state', 'in', ['open', 'applied'])
    .executeTakeFirst()
  if (draft === undefined) return undefined
  const channels = await db
    .selectFrom('guide_draft_channel as d')
    .innerJoin('channel as c', 'c.id', 'd.channel_id')
    .selectAll('d')
    .select(['c.number', 'c.name_ru', 'c.name_uz'])
    .where('d.draft_id', '=', draftId)
    .orderBy('c.number')
    .execute()
  const cids = [...draft.proposals.map(({ cid }) => cid), ...draft.missing]
  const rows = await db
    .selectFrom('channel')
    .select(['id', 'number', 'name_ru', 'name_uz'])
    .where('id', 'in', [0, ...cids])
    .where('deleted_at', 'is', null)
    .execute()
  const labels = new Map(
    rows.map(({ id, number, name_ru: ru, name_uz: uz }) => [id, `${number} ${ru || uz}`]),
  )
  return {
    draft,
    // Written by this folder only.
    channels: channels as unknown as readonly GuideDraftChannel[],
    proposals: draft.proposals.flatMap((one) => {
      const label = labels.get(one.cid)
      return label === undefined ? [] : [{ ...one, label }]
    }),
    missing: draft.missing.flatMap((cid) => labels.get(cid) ?? []),
  }
}

/** Nobody looks at an older draft any more. */
const draftDays = 14
const dayMs = 86_400_000

/** Deletes drafts of more than two weeks ago with their files, except deliveries that a source holds back. */
export async function purgeGuideDrafts({ db, dataDir }: GuideDraftDeps, nowMs: number): Promise<number> {
  const purged = await db
    .deleteFrom('guide_draft')
    .where((one) =>
      one.or([
        one.and([
          one('made_at', '<', new Date(nowMs - draftDays * dayMs)),
          one.or([one('source_id', 'is', null), one('state', '<>', 'open')]),
        ]),
        // An upload that was broken off and not continued.
        one.and([one('made_at', '<', new Date(nowMs - dayMs)), one('state', '=', 'uploading')]),
      ]),
    )
    .executeTakeFirst()
  const unended = await db
    .selectFrom('guide_draft')
    .select('id')
    .where('state', 'in', ['uploading', 'open'])
    .execute()
  const names = new Set(unended.map(({ id }) => `${id}.guide`))
  const folder = join(dataDir, 'guide', 'drafts')
  for (const name of await readdir(folder).catch(() => []))
    if (!names.has(name)) await rm(join(folder, name), { force: true })
  return Number(purged.numDeletedRows)
}
