/** Fetches a list once: an edition that differs becomes a draft, or is applied where its operator asked for that. */
import { createHash } from 'node:crypto'
import type { Author } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  applyDraft,
  checkDraft,
  discardDraft,
  fetchList,
  loadDraft,
  originOf,
  storeDraft,
} from '#server/imports/drafts/drafts.ts'
import { shownAddress } from '#server/imports/guide/guide-sources.ts'
import { type ListSource, differs, settingsOf } from './list-sources.ts'
import type { ListOutcome } from './tables.ts'

export interface ListTools {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** Fetches the file; undefined when it cannot be had. Tests give their own. */
  readonly fetch?: (address: string) => Promise<Buffer | undefined>
  /** An edition was applied by itself, on behalf of this person. */
  readonly onApplied?: (changeId: number, by: Author) => Promise<void>
}

export interface ListRefreshed {
  readonly outcome: ListOutcome
  /** The draft of an edition that differs, applied or not. */
  readonly draftId: number | null
}

const minuteMs = 60_000
/** A longer fetch counts as lost. */
const claimMs = 10 * minuteMs
const firstPauseMs = 5 * minuteMs
const longestPauseMs = 6 * 60 * minuteMs

/**
 * Fetches a list and stores what became of it; undefined when it is not there, is being fetched, or, with `ifDue`, is
 * due no more.
 */
export async function refreshList(
  id: number,
  tools: ListTools,
  { ifDue = false }: { readonly ifDue?: boolean } = {},
): Promise<ListRefreshed | undefined> {
  const { db, clock, log, fetch = fetchList } = tools
  const source = await claim(db, id, { nowMs: clock.nowMs(), ifDue })
  if (source === undefined) return undefined
  try {
    const bytes = await fetch(source.address)
    if (bytes === undefined) {
      const failures = source.failures + 1
      const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 10), longestPauseMs)
      await note(db, source, clock.nowMs(), { outcome: 'unreachable', pauseMs, failures })
      log.warn('list.source_failed', { source: shownAddress(source.address), failures })
      return { outcome: 'unreachable', draftId: source.draft_id }
    }
    const digest = createHash('sha256').update(bytes).digest('hex')
    const { refusal = '', ...refreshed } = await take(source, { bytes, digest }, tools)
    // The next good edition is compared although it is the one before the refused one.
    const comparedDigest = refreshed.outcome === 'refused' ? source.digest : digest
    await note(db, source, clock.nowMs(), { ...refreshed, refusal, digest: comparedDigest, failures: 0 })
    return refreshed
  } catch (error) {
    // Tried again after a pause: the next minute would store the edition once more.
    await db
      .updateTable('list_source')
      .set({ claimed_until: null, next_at: new Date(clock.nowMs() + longestPauseMs) })
      .where('id', '=', id)
      .execute()
    throw error
  }
}

interface Claim {
  readonly nowMs: number
  readonly ifDue: boolean
}

async function claim(db: Db, id: number, { nowMs, ifDue }: Claim): Promise<ListSource | undefined> {
  const now = new Date(nowMs)
  return db
    .updateTable('list_source')
    .set({ claimed_until: new Date(nowMs + claimMs) })
    .where('id', '=', id)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<', now)]))
    .$if(ifDue, (query) => query.where('next_at', '<=', now))
    .returningAll()
    .executeTakeFirst()
}

interface Edition {
  readonly bytes: Buffer
  readonly digest: string
}

interface Taken extends ListRefreshed {
  readonly refusal?: string
}

async function take(source: ListSource, { bytes, digest }: Edition, tools: ListTools): Promise<Taken> {
  const { db, clock } = tools
  // What was discarded or taken back does not come again before the list is another one.
  if (digest === source.digest) return waitingDraft(db, source.draft_id)
  const file = { name: shownAddress(source.address), origin: originOf(source.address), bytes }
  const draftId = await storeDraft(db, { ...file, by: authorOf(source), nowMs: clock.nowMs() })
  try {
    return await decide(source, draftId, tools)
  } catch (error) {
    await discardDraft(db, draftId, clock.nowMs())
    throw error
  }
}

/** Compares an edition with the channels; only one that changes something, and is a list, takes the former's place. */
async function decide(source: ListSource, draftId: number, tools: ListTools): Promise<Taken> {
  const { db, clock } = tools
  const who = { by: authorOf(source), nowMs: clock.nowMs() }
  await checkDraft(db, draftId, { record: source.record, ownGroups: source.own_groups }, who.nowMs)
  const checked = await loadDraft(db, draftId, { view: 'all', fromItem: 0, limit: 1 })
  if (checked === undefined) return { outcome: 'same', draftId: null }
  const { draft, counts } = checked
  if (draft.refused_whole !== '') {
    await discardDraft(db, draftId, who.nowMs)
    const { draftId: waiting } = await waitingDraft(db, source.draft_id)
    return { outcome: 'refused', draftId: waiting, refusal: draft.refused_whole }
  }
  if (source.draft_id !== null) await discardDraft(db, source.draft_id, who.nowMs)
  if (counts.all === 0) {
    await discardDraft(db, draftId, who.nowMs)
    return { outcome: 'same', draftId: null }
  }
  const isClear = counts.marked === 0 && counts.gone === 0
  if (!source.applies || !isClear) return { outcome: 'draft', draftId }
  const applied = await applyDraft(db, draftId, { take: 'all' }, who)
  if (applied.kind !== 'applied') return { outcome: 'draft', draftId }
  await tools.onApplied?.(applied.changeId, who.by)
  return { outcome: 'applied', draftId }
}

/** Changes of an edition that is applied by itself are those of the person who wanted that. */
function authorOf({ staff_id: staffId, staff_name: name }: ListSource) {
  return staffId === null ? undefined : { staffId, name }
}

async function waitingDraft(db: Db, draftId: number | null): Promise<ListRefreshed> {
  const loaded =
    draftId === null ? undefined : await loadDraft(db, draftId, { view: 'all', fromItem: 0, limit: 1 })
  return loaded?.draft.state === 'open' ? { outcome: 'draft', draftId } : { outcome: 'same', draftId: null }
}

interface Note {
  readonly outcome: ListOutcome
  /** Until the next fetch; by default the list's interval. */
  readonly pauseMs?: number
  readonly failures: number
  readonly refusal?: string
  readonly draftId?: number | null
  readonly digest?: string
}

/** Stores what became of a fetch. Settings that were changed meanwhile make the list due at once. */
async function note(db: Db, claimed: ListSource, nowMs: number, result: Note): Promise<void> {
  const { outcome, pauseMs, failures, refusal = '', draftId, digest } = result
  await db.transaction().execute(async (tx) => {
    const source = await tx
      .selectFrom('list_source')
      .selectAll()
      .where('id', '=', claimed.id)
      .forUpdate()
      .executeTakeFirst()
    if (source === undefined) return
    const isAnother = differs(settingsOf(source), settingsOf(claimed))
    const nextMs = isAnother ? nowMs : nowMs + (pauseMs ?? source.every_min * minuteMs)
    await tx
      .updateTable('list_source')
      .set({
        ...{ outcome, failures, tried_at: new Date(nowMs), next_at: new Date(nextMs), claimed_until: null },
        refusal,
        ...(draftId === undefined ? {} : { draft_id: draftId }),
        ...(digest === undefined || isAnother ? {} : { digest }),
      })
      .where('id', '=', claimed.id)
      .execute()
  })
}
