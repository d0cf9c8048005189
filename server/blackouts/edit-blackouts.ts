/** Blackouts entered, changed, ended and removed by hand. Each act is a set of changes that can be taken back. */
import { sql } from 'kysely'
import type { BlackoutDevice, BlackoutHold, BlackoutTarget, Territory } from '#contract/form/blackouts.ts'
import { type Snapshot, nameOf } from '#server/catalogue/catalogue.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  editingContent,
  nextContentId,
  removeRecord,
  updateRecord,
} from '#server/site/site.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'
import {
  type StoredBlackout,
  announceBlackouts,
  blackoutEntity,
  blackoutStore,
  loadBlackout,
  maxBlackouts,
} from './blackout-store.ts'
import { type FollowedProgramme, followedOf } from './follow-programme.ts'
import { resolved } from './resolve-blackouts.ts'

/** What is entered. Times are unix milliseconds. */
export interface BlackoutFields {
  readonly target: BlackoutTarget
  /** The channel; null for a title. */
  readonly cid: number | null
  /** The programme of the guide, for the target `programme`. */
  readonly pid: number | null
  readonly vid: number | null
  /** Ignored for a programme, which has times of its own. */
  readonly fromMs: number
  readonly untilMs: number | null
  readonly territories: readonly Territory[]
  readonly devices: readonly BlackoutDevice[]
  readonly holds: readonly BlackoutHold[]
  readonly words: { readonly ru: string; readonly uz: string }
  readonly note: string
}

/** The content that exists. */
export interface BlackoutContent {
  readonly television: TelevisionSnapshot
  readonly catalogue: Pick<Snapshot, 'anyTitle'>
}

export type BlackoutRefused =
  | ContentRefused
  /** No such channel, programme or title. */
  | { readonly kind: 'unknown_target' }
  /** A title has no live, a channel no downloads: nothing would be closed. */
  | { readonly kind: 'holds_nothing' }

/** What the fields are about: its name, and the programme as it is now. */
interface Subject {
  readonly label: string
  readonly programme: FollowedProgramme | null
}

/** What the fields are about; undefined when there is no such thing. */
function subjectOf(fields: BlackoutFields, content: BlackoutContent): Subject | undefined {
  const { television, catalogue } = content
  if (fields.target === 'title') {
    const title = fields.vid === null ? undefined : catalogue.anyTitle(fields.vid)
    return title && { label: nameOf(title, 'ru'), programme: null }
  }
  const channel = fields.cid === null ? undefined : television.channel(fields.cid)
  if (channel === undefined) return undefined
  const name = channel.name.ru || channel.name.uz
  if (fields.target !== 'programme') return { label: name, programme: null }
  const programme = fields.pid === null ? undefined : television.guide.programme(fields.pid)
  if (programme?.cid !== channel.cid) return undefined
  const title = programme.title.ru || programme.title.uz
  return { label: `${name}: ${title}`, programme: followedOf(programme) }
}

/** What the target can hold in, of what was chosen. */
export function effectiveHolds({
  target,
  holds,
}: Pick<BlackoutFields, 'holds' | 'target'>): readonly BlackoutHold[] {
  return holds.filter((one) => one === 'archive' || (one === 'live') === (target !== 'title'))
}

/** Saves a blackout; `id` null enters one. An older `version` is refused, and an end that is not after the beginning. */
export async function saveBlackout(
  db: Db,
  content: BlackoutContent,
  request: { readonly id: number | null; readonly version: number; readonly fields: BlackoutFields },
  who: ContentAuthor,
): Promise<ContentChanged | BlackoutRefused> {
  const { id, version, fields } = request
  const stored = id === null ? undefined : await loadBlackout(db, id)
  if (id !== null && stored === undefined) return { kind: 'not_found' }
  const checked = checkedBlackout(fields, stored, content)
  if (checked.kind !== 'checked') return checked
  const values = rowOf(fields, checked.subject, checked)
  return editingContent(db, { ...editing, ...who, title: 'blackout', ids: id === null ? [] : [id] }, (tx) =>
    id === null ? insertBlackout(tx, values) : updateRecord(tx, place, { id, version, values }),
  )
}

interface CheckedBlackout {
  readonly kind: 'checked'
  readonly subject: Subject
  readonly fromMs: number
  /** Null while nobody knows it, and of a programme while it ends with the programme. */
  readonly untilMs: number | null
}

/** What the fields are about, and their times; or why they cannot be saved. `stored`: what is edited. */
export function checkedBlackout(
  fields: BlackoutFields,
  stored: StoredBlackout | undefined,
  content: BlackoutContent,
): CheckedBlackout | BlackoutRefused {
  const subject = subjectOf(fields, content) ?? subjectAsStored(fields, stored, content)
  if (subject === undefined) return { kind: 'unknown_target' }
  if (effectiveHolds(fields).length === 0) return { kind: 'holds_nothing' }
  const { fromMs, untilMs } = timesOf(fields, subject, stored)
  if (untilMs === null ? fields.target === 'hours' : untilMs <= fromMs) return { kind: 'period' }
  return { kind: 'checked', subject, fromMs, untilMs }
}

/** A programme that the guide no longer has, or a hidden channel, stays what it was. */
function subjectAsStored(
  fields: BlackoutFields,
  stored: StoredBlackout | undefined,
  { television }: BlackoutContent,
): Subject | undefined {
  if (stored === undefined || stored.target !== fields.target) return undefined
  if (stored.cid !== fields.cid || stored.vid !== fields.vid) return undefined
  if (stored.programme === null) return { label: stored.label, programme: null }
  const { pid, programme } = resolved(stored, television)
  const isSame = fields.pid === null || fields.pid === pid || fields.pid === stored.programme.pid
  return isSame ? { label: stored.label, programme } : undefined
}

/** Of a programme: its own; an early end stays while the programme does. */
function timesOf(
  fields: BlackoutFields,
  { programme }: Subject,
  stored: StoredBlackout | undefined,
): Pick<BlackoutFields, 'fromMs' | 'untilMs'> {
  if (programme === null) return fields
  if (stored?.programme?.pid === programme.pid && stored.untilMs !== null) return stored
  return { fromMs: programme.beginMs, untilMs: null }
}

function rowOf(
  fields: BlackoutFields,
  { label, programme }: Subject,
  { fromMs, untilMs }: Pick<BlackoutFields, 'fromMs' | 'untilMs'>,
) {
  const { target, territories, devices, words, note } = fields
  return {
    ...{ target, label, channel_id: target === 'title' ? null : fields.cid },
    title_id: target === 'title' ? fields.vid : null,
    programme: programme === null ? null : JSON.stringify(programme),
    begins_at: new Date(fromMs),
    ends_at: untilMs === null ? null : new Date(untilMs),
    ...{ territories: [...territories], devices: [...devices], holds: [...effectiveHolds(fields)] },
    ...{ words_ru: words.ru, words_uz: words.uz, note },
  }
}

type Values = ReturnType<typeof rowOf>

async function insertBlackout(tx: DbTransaction, values: Values): Promise<number | ContentRefused> {
  const { count } = await tx
    .selectFrom('blackout')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxBlackouts) return { kind: 'full', max: maxBlackouts }
  const id = await nextContentId(tx)
  await tx
    .insertInto('blackout')
    .values({ blackout_id: id, ...values })
    .execute()
  return id
}

/** Ends a blackout now; one that has not begun is refused as a period. One that is over stays as it is. */
export async function endBlackout(
  db: Db,
  { television }: Pick<BlackoutContent, 'television'>,
  id: number,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  return editingContent(db, { ...editing, ...who, title: 'blackout_ended', ids: [id] }, async (tx) => {
    const stored = await loadBlackout(tx, id)
    if (stored === undefined) return { kind: 'not_found' }
    const { fromMs, untilMs } = resolved(stored, television)
    if (fromMs > who.nowMs) return { kind: 'period' }
    if (untilMs !== null && untilMs <= who.nowMs) return id
    const endMs = Math.max(who.nowMs, fromMs + 1)
    await tx
      .updateTable('blackout')
      .set({ ends_at: new Date(endMs), begins_at: new Date(fromMs) })
      .set({ version: sql`version + 1` })
      .where('blackout_id', '=', id)
      .execute()
    return id
  })
}

/** Deletes a blackout, so that what it closed in the archive is open too; that can be taken back. */
export async function removeBlackout(
  db: Db,
  id: number,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  return editingContent(db, { ...editing, ...who, title: 'blackout_removed', ids: [id] }, (tx) =>
    removeRecord(tx, place, id),
  )
}

/** Blackouts of a channel become those of the one that it is merged into; of `ids` alone when named. Returns their ids. */
export async function moveBlackouts(
  tx: DbTransaction,
  { from, into, ids }: { readonly from: number; readonly into: number; readonly ids?: readonly number[] },
): Promise<readonly number[]> {
  let query = tx
    .updateTable('blackout')
    .set({ channel_id: into, version: sql`version + 1` })
    .where('channel_id', '=', from)
  if (ids !== undefined) query = query.where('blackout_id', 'in', [0, ...ids])
  const moved = await query.returning('blackout_id').execute()
  if (moved.length > 0) await announceBlackouts(tx)
  return moved.map((row) => row.blackout_id)
}

const editing = {
  entity: blackoutEntity,
  store: blackoutStore,
  section: 'guide',
  announce: announceBlackouts,
} as const
const place = { table: 'blackout', id: 'blackout_id', entity: blackoutEntity } as const
