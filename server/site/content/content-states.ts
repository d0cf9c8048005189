/** Banners, news and notices of the service as things whose changes can be taken back. */
import { sql } from 'kysely'
import type { EntityStore } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { recordStore, type RecordTable } from './record-store.ts'

/** Their names in sets of changes. */
export const bannerEntity = 'banner'
export const newsEntity = 'news_item'
export const noticeEntity = 'service_notice'

/** Waits for other edits of banners, news and notices. */
async function lockContent(tx: DbTransaction): Promise<void> {
  await sql`lock table banner, news_item, service_notice in share row exclusive mode`.execute(tx)
}

const banners: RecordTable = {
  ...{ table: 'banner', id: 'banner_id', place: 'position' },
  moments: ['shown_from', 'shown_until'],
  period: { from: 'shown_from', until: 'shown_until' },
}
const news: RecordTable = { table: 'news_item', id: 'news_id', moments: ['published_at'] }
const notices: RecordTable = {
  ...{ table: 'service_notice', id: 'notice_id' },
  moments: ['begins_at', 'ends_at'],
  period: { from: 'begins_at', until: 'ends_at' },
}

export const bannerStore: EntityStore = recordStore(banners, lockContent)
export const newsStore: EntityStore = recordStore(news, lockContent)
export const noticeStore: EntityStore = recordStore(notices, lockContent)
