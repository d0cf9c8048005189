/** Campaigns: what they are, drafts, and their states. */
import { type Selectable, sql, type UpdateObject } from 'kysely'
import { MessageTexts } from '#contract/console/message-texts.ts'
import { SegmentRules } from '#contract/console/segment-rules.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { findSegment } from '#server/segments/segments.ts'
import type { CampaignState, CampaignTable, Medium, MessageKind } from './tables.ts'
import { findTemplate } from './templates.ts'

export interface Campaign {
  readonly campaignId: number
  readonly name: string
  readonly state: CampaignState
  /** Why it is stopped; '' while it is not. */
  readonly stoppedBy: '' | 'staff' | 'budget'
  /** Null: the template, or the segment, was deleted. */
  readonly templateId: number | null
  readonly segmentId: number | null
  readonly kind: MessageKind
  readonly texts: MessageTexts
  readonly rules: SegmentRules
  readonly media: readonly Medium[]
  readonly startsMs: number
  readonly dayHours: boolean
  readonly budgetTiyin: number | null
  readonly version: number
  readonly createdMs: number
  /** 0: not yet. */
  readonly startedMs: number
  readonly finishedMs: number
  readonly staffName: string
}

const listed = 100

/** The newest first, at most 100. */
export async function listCampaigns(db: Db): Promise<readonly Campaign[]> {
  const rows = await db
    .selectFrom('campaign')
    .selectAll()
    .orderBy('campaign_id', 'desc')
    .limit(listed)
    .execute()
  return rows.map(campaignOf)
}

export async function findCampaign(db: Db, campaignId: number): Promise<Campaign | undefined> {
  const row = await db
    .selectFrom('campaign')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return row === undefined ? undefined : campaignOf(row)
}

export function campaignOf(row: Selectable<CampaignTable>): Campaign {
  return {
    ...{ campaignId: row.campaign_id, name: row.name, state: row.state, stoppedBy: row.stopped_by },
    ...{ templateId: row.message_template_id, segmentId: row.segment_id, kind: row.kind, media: row.media },
    ...{ texts: MessageTexts.parse(row.texts), rules: SegmentRules.parse(row.rules) },
    ...{ startsMs: row.starts_at.getTime(), dayHours: row.day_hours, budgetTiyin: row.budget_tiyin },
    ...{ version: row.version, createdMs: row.created_at.getTime(), staffName: row.staff_name },
    startedMs: row.started_at?.getTime() ?? 0,
    finishedMs: row.finished_at?.getTime() ?? 0,
  }
}

export interface CampaignDraft {
  /** Null: a new one. */
  readonly campaignId: number | null
  /** The version that was read; another one means that somebody was faster. */
  readonly version: number
  readonly name: string
  readonly templateId: number
  /** Null: all subscribers. */
  readonly segmentId: number | null
  readonly media: readonly Medium[]
  /** Unix milliseconds; one in the past means at once. */
  readonly startsMs: number
  readonly dayHours: boolean
  readonly budgetTiyin: number | null
  readonly staff: { readonly staffId: number; readonly name: string } | undefined
}

export type DraftSaved =
  | {
      readonly kind: 'saved'
      readonly campaignId: number
      /** Of what is stored now. */
      readonly version: number
      readonly before: Campaign | undefined
    }
  | { readonly kind: 'no_template' | 'no_segment' | 'missing' | 'state' | 'changed' }

const everybody: SegmentRules = { match: 'all', groups: [] }

/** Stores a draft with copies of its template and segment. Only drafts can be changed. */
export async function saveDraft(db: Db, draft: CampaignDraft, nowMs: number): Promise<DraftSaved> {
  const { campaignId, segmentId, staff } = draft
  const [template, segment] = await Promise.all([
    findTemplate(db, draft.templateId),
    segmentId === null ? undefined : findSegment(db, segmentId),
  ])
  if (template === undefined) return { kind: 'no_template' }
  if (segmentId !== null && segment === undefined) return { kind: 'no_segment' }
  const values = {
    ...{ name: draft.name, message_template_id: template.templateId, segment_id: segmentId },
    ...{ kind: template.kind, texts: JSON.stringify(template.texts) },
    ...{ rules: JSON.stringify(segment?.rules ?? everybody), media: [...draft.media] },
    ...{ starts_at: new Date(draft.startsMs), day_hours: draft.dayHours, budget_tiyin: draft.budgetTiyin },
    ...{ staff_id: staff?.staffId ?? null, staff_name: staff?.name ?? '' },
  }
  if (campaignId === null) {
    const row = await db
      .insertInto('campaign')
      .values({ ...values, state: 'draft', created_at: new Date(nowMs) })
      .returning(['campaign_id', 'version'])
      .executeTakeFirstOrThrow()
    return { kind: 'saved', campaignId: row.campaign_id, version: row.version, before: undefined }
  }
  const before = await findCampaign(db, campaignId)
  if (before === undefined) return { kind: 'missing' }
  if (before.state !== 'draft') return { kind: 'state' }
  const changed = await db
    .updateTable('campaign')
    .set((on) => ({ ...values, version: on('version', '+', 1) }))
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'draft')
    .where('version', '=', draft.version)
    .returning('version')
    .executeTakeFirst()
  if (changed === undefined) return { kind: 'changed' }
  return { kind: 'saved', campaignId, version: changed.version, before }
}

/** Deletes a draft; false when it is none. */
export async function removeDraft(db: Db, campaignId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('campaign')
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return Number(removed.numDeletedRows) > 0
}

/** Changes a campaign that is in one of these states; false when it is in another. */
async function moveTo(
  db: Db,
  campaignId: number,
  move: {
    readonly from: readonly CampaignState[]
    /** Of this version only. */
    readonly version?: number
    readonly set: UpdateObject<Database, 'campaign'>
  },
): Promise<boolean> {
  const { version } = move
  const moved = await db
    .updateTable('campaign')
    .set({ ...move.set, version: sql`version + 1` })
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', [...move.from])
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .executeTakeFirst()
  return Number(moved.numUpdatedRows) > 0
}

export type Scheduled =
  | { readonly kind: 'scheduled' | 'missing' | 'state' }
  /** `who` saved it last; '' for an operator at the command line. */
  | { readonly kind: 'changed'; readonly who: string }

/** A draft of this version is sent when its time comes. */
export async function scheduleCampaign(db: Db, campaignId: number, version: number): Promise<Scheduled> {
  const set = { state: 'scheduled' } as const
  if (await moveTo(db, campaignId, { from: ['draft'], version, set })) return { kind: 'scheduled' }
  const campaign = await findCampaign(db, campaignId)
  if (campaign === undefined) return { kind: 'missing' }
  return campaign.state === 'draft' ? { kind: 'changed', who: campaign.staffName } : { kind: 'state' }
}

/** Longer than a batch of a hundred deliveries takes on a busy database. */
const stopWaitMs = 10_000

/** Nothing more is sent of it; false when nothing was to be sent. Waits for the batch that is being decided. */
export function stopCampaign(db: Db, campaignId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${String(stopWaitMs)}, true)`.execute(trx)
    return moveTo(trx, campaignId, {
      from: ['scheduled', 'running'],
      set: { state: 'stopped', stopped_by: 'staff' },
    })
  })
}

/** Goes on with what was not sent, with another budget unless it is undefined; null is none. False when it is not stopped. */
export function resumeCampaign(
  db: Db,
  campaignId: number,
  budgetTiyin: number | null | undefined,
): Promise<boolean> {
  return moveTo(db, campaignId, {
    from: ['stopped'],
    set: {
      state: sql<CampaignState>`case when started_at is null then 'scheduled' else 'running' end`,
      stopped_by: '',
      ...(budgetTiyin === undefined ? {} : { budget_tiyin: budgetTiyin }),
    },
  })
}
