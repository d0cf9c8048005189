/** Stores how the channels of a guide were matched when it was taken, for the staff to look at. */
import { sql } from 'kysely'
import { fold } from '#contract/search/search-folding.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { AppliedGuide } from './apply-guide.ts'
import type { Closest } from './match-channels.ts'

/** From here on half of the pairs are right, and nearly all of those that are other feeds. */
const proposedFrom = 0.55
const feedProposedFrom = 0.5

/** Whether the staff is asked about a pair. */
export function isProposed({ score, doubt }: Closest): boolean {
  return score >= (doubt === 'feed' ? feedProposedFrom : proposedFrom)
}

/** The source with which an operator has confirmed the guide of a channel, by cid. */
export async function confirmedSources(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('guide_match')
    .select(['channel_id', 'source_id'])
    .where('matched_by', '=', 'alias')
    .orderBy('source_id', 'desc')
    .execute()
  return new Map(rows.map(({ channel_id: cid, source_id: sourceId }) => [cid, sourceId]))
}

/** More channels of a guide cannot be searched; those that may be ours come first. */
const maxChannels = 30_000
const rowsAtOnce = 2000
const maxNames = 300

/** Replaces what was stored of the source. */
export async function storeMatching(db: Db, sourceId: number, taken: AppliedGuide): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('guide_match').where('source_id', '=', sourceId).execute()
    await tx.deleteFrom('guide_channel').where('source_id', '=', sourceId).execute()
    await storeChannels(tx, sourceId, taken)
    await storeMatches(tx, sourceId, taken)
  })
}

async function storeChannels(
  tx: DbTransaction,
  sourceId: number,
  { channels, matching, seen }: AppliedGuide,
): Promise<void> {
  const matched = new Set([
    ...matching.matches.map(({ id }) => id),
    ...[...matching.closestToOurs.values()].map(({ id }) => id),
  ])
  const ours = channels.filter(({ id }) => matched.has(id))
  const others = channels.filter(({ id }) => !matched.has(id))
  const rows = [...ours, ...others].slice(0, maxChannels).map(({ id, names }) => ({
    s: sourceId,
    g: id,
    n: (names[0] ?? '').slice(0, maxNames),
    f: fold([...names, id].join(' ')).slice(0, maxNames),
    p: seen.get(id)?.programmes ?? 0,
    x: seen.get(id)?.next ?? [],
  }))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const json = JSON.stringify(rows.slice(at, at + rowsAtOnce)).replaceAll(/\\u(?:0000|d[89a-f]..)/g, '')
    await sql`
      insert into guide_channel (source_id, guide_id, name, folded, programmes, next)
      select s, g, n, f, p, x from json_to_recordset(${json}::json)
        as guide (s integer, g text, n text, f text, p integer, x jsonb)
      on conflict do nothing`.execute(tx)
  }
}

async function storeMatches(
  tx: DbTransaction,
  sourceId: number,
  { matching, ours }: AppliedGuide,
): Promise<void> {
  const existing = new Set(ours.map(({ cid }) => cid))
  const rows = [
    ...matching.matches.map(({ cid, id, by, score }) => ({
      ...{ channel_id: cid, source_id: sourceId, guide_id: id },
      ...{ is_applied: true, matched_by: by, score },
    })),
    ...[...matching.closestToOurs.values()].filter(isProposed).map(({ cid, id, score, doubt }) => ({
      ...{ channel_id: cid, source_id: sourceId, guide_id: id },
      ...{ is_applied: false, matched_by: 'likeness' as const, score, doubt },
    })),
  ].filter(({ channel_id: cid }) => existing.has(cid))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('guide_match')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
}
