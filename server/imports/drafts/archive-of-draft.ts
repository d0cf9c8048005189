import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** A channel that would be recorded once the whole draft is applied, or is already. */
export interface RecordedThen {
  /** Null for a new one. */
  readonly cid: number | null
  readonly archiveDays: number
  readonly isRadio: boolean
  /** The draft switches its recording on, or changes its days. */
  readonly isOfDraft: boolean
}

/** Which channels would be recorded if a draft were applied as a whole, and how many days of each are stored. */
export async function recordedWithDraft(db: Db, draftId: number): Promise<readonly RecordedThen[]> {
  const { rows } = await sql<{ cid: number | null; days: number; is_radio: boolean; is_of_draft: boolean }>`
    with item as (
      select channel_id, after from import_draft_item
      where draft_id = ${draftId} and kind in ('new', 'changed') and after is not null
    ), joined as (
      select coalesce(channel.id, item.channel_id) as cid,
        coalesce((item.after->>'archive_days')::integer, channel.archive_days) as days,
        coalesce((item.after->>'is_enabled')::boolean, channel.is_enabled) as is_enabled,
        coalesce(item.after->>'source_kind', channel.source_kind) as source_kind,
        coalesce((item.after->>'is_radio')::boolean, channel.is_radio) as is_radio,
        item.after ?| array['is_enabled', 'archive_days', 'source_kind'] as is_of_draft
      from (select * from channel where deleted_at is null) as channel
        full join item on item.channel_id = channel.id
    )
    select cid, days, coalesce(is_radio, false) as is_radio, coalesce(is_of_draft, false) as is_of_draft from joined
    where is_enabled and source_kind = 'recorded'`.execute(db)
  return rows.map(({ cid, days, is_radio: isRadio, is_of_draft: isOfDraft }) => ({
    ...{ cid, archiveDays: days },
    ...{ isRadio, isOfDraft },
  }))
}
