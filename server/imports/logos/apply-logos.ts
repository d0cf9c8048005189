/** Applies chosen logos of a draft in one transaction; assigns files to channels by hand. */
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type ByWhom,
  type ChannelEdit,
  changingChannels,
  loadLogoChannels,
  writeChannelEdits,
} from '#server/television/television.ts'
import { endLogos, lockLogos } from './store-logos.ts'

/** A file for a channel, as the draft proposes it or as it was assigned. */
export interface ChosenLogo {
  readonly fileNo: number
  readonly cid: number
}

export type LogosApplied =
  | {
      readonly kind: 'applied'
      readonly changeId: number
      readonly changed: number
      /** How many channels got another logo since the comparison: they keep it. */
      readonly left: number
    }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'nothing_taken' }
  /** Two files are chosen for one channel. */
  | { readonly kind: 'twice'; readonly cid: number }
  /** A file is proposed for another channel now. */
  | { readonly kind: 'outdated' }

/** Ends the transaction without a change. */
class NotApplied extends Error {
  readonly outcome: LogosApplied

  constructor(outcome: LogosApplied) {
    super(`the logos were not applied: ${outcome.kind}`)
    this.outcome = outcome
  }
}

/**
 * Gives channels the chosen logos as one set of changes, and locks them against imports of lists. Two calls at once
 * apply a draft once.
 */
export async function applyLogos(
  db: Db,
  draftId: number,
  chosen: readonly ChosenLogo[],
  who: ByWhom,
): Promise<LogosApplied> {
  if (chosen.length === 0) return { kind: 'nothing_taken' }
  const twice = chosen.find(({ cid }, at) => chosen.findIndex((one) => one.cid === cid) !== at)
  if (twice !== undefined) return { kind: 'twice', cid: twice.cid }
  return db
    .transaction()
    .execute(async (tx): Promise<LogosApplied> => {
      const draft = await lockLogos(tx, draftId)
      if (draft?.state !== 'open' || draft.refusal !== '') return { kind: 'not_found' }
      const { edits, left } = await editsOf(tx, draftId, chosen)
      if (!(await endLogos(tx, draftId, 'applied', who.nowMs))) return { kind: 'not_found' }
      const change = { kind: 'import' as const, title: draft.name, ...who }
      const cids = edits.map(({ cid }) => cid)
      const { changeId, entries } = await changingChannels(tx, { ...change, cids }, async () => {
        if (await writeChannelEdits(tx, edits, { nowMs: who.nowMs }))
          throw new NotApplied({ kind: 'outdated' })
      })
      if (changeId !== 0)
        await tx.updateTable('logo_draft').set({ change_id: changeId }).where('id', '=', draftId).execute()
      return { kind: 'applied', changeId, changed: entries.length, left }
    })
    .catch((error: unknown) => {
      if (error instanceof NotApplied) return error.outcome
      throw error
    })
}

async function editsOf(
  tx: DbTransaction,
  draftId: number,
  chosen: readonly ChosenLogo[],
): Promise<{ readonly edits: readonly ChannelEdit[]; readonly left: number }> {
  const rows = await tx
    .selectFrom('logo_draft_match')
    .innerJoin('logo_draft_file', (join) =>
      join
        .onRef('logo_draft_file.draft_id', '=', 'logo_draft_match.draft_id')
        .onRef('logo_draft_file.file_no', '=', 'logo_draft_match.file_no'),
    )
    .select(['logo_draft_match.file_no', 'channel_id', 'version', 'former_logo'])
    .where('logo_draft_match.draft_id', '=', draftId)
    .execute()
  const byPair = new Map(rows.map((row) => [`${row.file_no} ${row.channel_id}`, row]))
  const logos = new Map((await loadLogoChannels(tx)).map(({ cid, logo }) => [cid, logo]))
  const edits: ChannelEdit[] = []
  for (const { fileNo, cid } of chosen) {
    const row = byPair.get(`${fileNo} ${cid}`)
    if (row === undefined || !logos.has(cid)) throw new NotApplied({ kind: 'outdated' })
    if (logos.get(cid) === row.former_logo) edits.push({ cid, fields: { logo: row.version } })
  }
  return { edits, left: chosen.length - edits.length }
}

export type LogoAssigned =
  | { readonly kind: 'assigned' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'unknown_channel' }

/** Assigns a file to a channel by hand instead of what was proposed; null: to none. */
export async function assignLogo(
  db: Db,
  draftId: number,
  fileNo: number,
  cid: number | null,
): Promise<LogoAssigned> {
  return db.transaction().execute(async (tx): Promise<LogoAssigned> => {
    if ((await lockLogos(tx, draftId))?.state !== 'open') return { kind: 'not_found' }
    const place = { draft_id: draftId, file_no: fileNo }
    const file = await tx
      .selectFrom('logo_draft_file')
      .select('file_no')
      .where('draft_id', '=', draftId)
      .where('file_no', '=', fileNo)
      .executeTakeFirst()
    if (file === undefined) return { kind: 'not_found' }
    const channel = (await loadLogoChannels(tx)).find((one) => one.cid === cid)
    if (cid !== null && channel === undefined) return { kind: 'unknown_channel' }
    await tx
      .deleteFrom('logo_draft_match')
      .where('draft_id', '=', draftId)
      .where('file_no', '=', fileNo)
      .execute()
    if (channel !== undefined)
      await tx
        .insertInto('logo_draft_match')
        .values({
          ...{ ...place, channel_id: channel.cid, matched_by: 'staff', score: 1, doubt: '' },
          former_logo: channel.logo,
        })
        .execute()
    return { kind: 'assigned' }
  })
}
