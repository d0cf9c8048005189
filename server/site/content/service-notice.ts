/** Planned works and outages: what viewers read on the page of the service's state, and what the staff saves. */
import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Words } from './banner.ts'
import { noticeEntity, noticeStore } from './content-states.ts'
import {
  type ContentAuthor,
  type ContentChanged,
  type ContentRefused,
  editingContent,
  nextContentId,
  removeRecord,
  updateRecord,
} from './editing-content.ts'

export interface NoticeFields {
  /** `works` are planned and have an end; an `outage` may last until somebody says that it is over. */
  readonly kind: 'works' | 'outage'
  readonly title: Words
  /** Plain text; '' for none. */
  readonly text: Words
  /** Unix milliseconds. */
  readonly beginsMs: number
  /** Null for an outage whose end nobody knows yet. */
  readonly endsMs: number | null
}

export interface ServiceNotice extends NoticeFields {
  readonly id: number
  readonly version: number
  readonly state: 'planned' | 'on' | 'ended'
}

const maxListed = 500
/** How long an ended one is shown to viewers. */
const shownAfterMs = 14 * 86_400_000

/** The newest 500: those to come first, then those going on, then the ended ones. */
export async function listNotices(db: Db, nowMs: number): Promise<readonly ServiceNotice[]> {
  const rows = await db
    .selectFrom('service_notice')
    .selectAll()
    .orderBy('begins_at', 'desc')
    .orderBy('notice_id', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => noticeOf(row, nowMs))
}

/** Those that viewers see: to come, going on, and ended in the last fourteen days. */
export async function shownNotices(db: Db, nowMs: number): Promise<readonly ServiceNotice[]> {
  const notices = await listNotices(db, nowMs)
  return notices.filter(({ endsMs }) => endsMs === null || endsMs > nowMs - shownAfterMs)
}

/** Saves a notice; `id` null creates one. An older `version` is refused, and an end that is not after the beginning. */
export async function saveNotice(
  db: Db,
  {
    id,
    version,
    fields,
  }: { readonly id: number | null; readonly version: number; readonly fields: NoticeFields },
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  const { kind, title, text, beginsMs, endsMs } = fields
  if (endsMs === null ? kind === 'works' : endsMs <= beginsMs) return { kind: 'period' }
  const values = {
    ...{ kind, title_ru: title.ru, title_uz: title.uz, text_ru: text.ru, text_uz: text.uz },
    begins_at: new Date(beginsMs),
    ends_at: endsMs === null ? null : new Date(endsMs),
  }
  const editing = { ...editingNotices, ...who, title: 'notice', ids: id === null ? [] : [id] }
  return editingContent(db, editing, async (tx) => {
    if (id === null) {
      const newId = await nextContentId(tx)
      await tx
        .insertInto('service_notice')
        .values({ notice_id: newId, ...values })
        .execute()
      return newId
    }
    return updateRecord(tx, noticePlace, { id, version, values })
  })
}

/** Ends a notice now; one that is still to come is refused as a period. */
export async function endNotice(
  db: Db,
  id: number,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  return editingContent(db, { ...editingNotices, ...who, title: 'notice_ended', ids: [id] }, async (tx) => {
    const row = await tx
      .selectFrom('service_notice')
      .selectAll()
      .where('notice_id', '=', id)
      .executeTakeFirst()
    if (row === undefined) return { kind: 'not_found' }
    const { state } = noticeOf(row, who.nowMs)
    if (state === 'planned') return { kind: 'period' }
    if (state === 'on')
      await tx
        .updateTable('service_notice')
        .set({ ends_at: new Date(Math.max(who.nowMs, row.begins_at.getTime() + 1)) })
        .set({ version: sql`version + 1` })
        .where('notice_id', '=', id)
        .execute()
    return id
  })
}

/** Deletes a notice; that can be taken back. */
export async function deleteNotice(
  db: Db,
  id: number,
  who: ContentAuthor,
): Promise<ContentChanged | ContentRefused> {
  return editingContent(db, { ...editingNotices, ...who, title: 'notice_removed', ids: [id] }, (tx) =>
    removeRecord(tx, noticePlace, id),
  )
}

const editingNotices = { entity: noticeEntity, store: noticeStore, section: 'health' } as const

function noticeOf(row: Selectable<Database['service_notice']>, nowMs: number): ServiceNotice {
  const [beginsMs, endsMs] = [row.begins_at.getTime(), row.ends_at?.getTime() ?? null]
  return {
    ...{ id: row.notice_id, version: row.version, kind: row.kind, beginsMs, endsMs },
    title: { ru: row.title_ru, uz: row.title_uz },
    text: { ru: row.text_ru, uz: row.text_uz },
    state: beginsMs > nowMs ? 'planned' : endsMs !== null && endsMs <= nowMs ? 'ended' : 'on',
  }
}
const noticePlace = { table: 'service_notice', id: 'notice_id', entity: noticeEntity } as const
