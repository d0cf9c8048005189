/** Compares the list of a draft with the channels, and stores what applying it would change. */
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type ChannelRecord, loadChannels } from '#server/television/television.ts'
import type { EntryOfChange } from '#server/changes/changes.ts'
import { type ChannelsImport, importChannelsAsChange } from '#server/imports/m3u/import-channels.ts'
import { comparableName, marksOfChange } from './draft-rules.ts'
import type { DraftMark, ImportDraftItemTable } from './tables.ts'
import { draftBytes } from './upload-draft.ts'

export interface DraftOptions {
  /** Recording of the channels is switched on. */
  readonly record: boolean
  /** Groups that match no category become own ones. */
  readonly ownGroups: boolean
}

export type CheckOutcome =
  | { readonly kind: 'checked' }
  | { readonly kind: 'not_found' }
  /** A part of the file is missing. */
  | { readonly kind: 'incomplete' }

export interface DraftItem {
  readonly kind: ImportDraftItemTable['kind']
  readonly key: string
  readonly cid: number | null
  readonly label: string
  readonly before: EntryOfChange['before']
  readonly after: EntryOfChange['after']
  readonly marks: readonly DraftMark[]
  readonly similarTo: string
}

/** Compares the draft with the channels as they are now. May be repeated, also with other options. */
export async function checkDraft(
  db: Db,
  draftId: number,
  { record, ownGroups }: DraftOptions,
  nowMs: number,
): Promise<CheckOutcome> {
  const draft = await findUnended(db, draftId)
  if (draft === undefined) return { kind: 'not_found' }
  const bytes = await draftBytes(db, draftId, draft.size_bytes)
  // The end of a draft deletes its file.
  if (bytes === undefined)
    return { kind: (await findUnended(db, draftId)) === undefined ? 'not_found' : 'incomplete' }
  const dryRun = { name: draft.name, bytes, record, ownGroups, nowMs, isDryRun: true }
  const imported = await importChannelsAsChange(db, dryRun)
  const { report } = imported
  const ours = await loadChannels(db)
  const items = [...listedItems(imported, ours), ...(await goneItems(db, draft, imported, ours))]
  const isOpen = await db.transaction().execute(async (tx) => {
    // It was applied or discarded meanwhile.
    if ((await lockDraft(tx, draftId)) === undefined) return false
    await storeItems(tx, draftId, items)
    await tx
      .updateTable('import_draft')
      .set({
        state: 'open',
        record,
        own_groups: ownGroups,
        refused_whole: report.failed ? wholeReason(report.notes) : '',
        refused: JSON.stringify(report.refused.slice(0, maxRefused)),
        unchanged: report.sums.find(([what]) => what === 'unchanged')?.[1] ?? 0,
        keys: [...imported.cidOf.keys()],
        groups: JSON.stringify(imported.unknownGroups.slice(0, maxGroups)),
      })
      .where('id', '=', draftId)
      .execute()
    return true
  })
  return { kind: isOpen ? 'checked' : 'not_found' }
}

/** Makes comparisons and the end of a draft wait for each other; its options, undefined when it has ended. */
export async function lockDraft(tx: DbTransaction, draftId: number) {
  return tx
    .selectFrom('import_draft')
    .select(['record', 'own_groups'])
    .where('id', '=', draftId)
    .where('state', 'in', ['uploading', 'open'])
    .forUpdate()
    .executeTakeFirst()
}

/** A draft that was neither applied nor discarded. */
export async function findUnended(db: Db, draftId: number) {
  return db
    .selectFrom('import_draft')
    .selectAll()
    .where('id', '=', draftId)
    .where('state', 'in', ['uploading', 'open'])
    .executeTakeFirst()
}

const maxRefused = 2000
/** Further groups are asked about after these. */
const maxGroups = 200

function wholeReason(notes: readonly string[]): string {
  return (notes[0] ?? 'nothing could be taken').replace(/^Refused, and nothing was changed: /, '')
}

function listedItems({ entries, cidOf }: ChannelsImport, ours: readonly ChannelRecord[]): DraftItem[] {
  const keyOf = new Map([...cidOf].map(([key, cid]) => [cid, key]))
  const addresses = new Map(
    ours.map(({ cid, source }) => [
      cid,
      source.kind === 'recorded' ? source.sources.map(({ url }) => url) : [],
    ]),
  )
  const named = new Map(ours.map((channel) => [comparableName(channel.name.ru), channel]))
  return entries.map(({ entityId, label, before, after }): DraftItem => {
    const key = keyOf.get(entityId) ?? ''
    const common = { key, label, before, after }
    if (before !== null) {
      const marks = marksOfChange(before, after ?? {}, addresses.get(entityId))
      return { ...common, kind: key === '' ? 'follows' : 'changed', cid: entityId, marks, similarTo: '' }
    }
    const name = after?.['name_ru']
    const similar = named.get(comparableName(typeof name === 'string' ? name : ''))
    const similarTo = similar === undefined ? '' : `${similar.number} ${similar.name.ru}`
    return { ...common, kind: 'new', cid: null, marks: similar === undefined ? [] : ['similar'], similarTo }
  })
}

/** Channels of the edition that was applied last from this address, or with this name, which this one has no more. */
async function goneItems(
  db: Db,
  { name, origin }: { readonly name: string; readonly origin: string },
  { cidOf }: ChannelsImport,
  ours: readonly ChannelRecord[],
): Promise<DraftItem[]> {
  if (cidOf.size === 0) return []
  const former = await db
    .selectFrom('import_draft')
    .select('keys')
    .where('name', '=', name)
    .where('origin', '=', origin)
    .where('state', '=', 'applied')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const byKey = new Map(ours.filter(({ isHidden }) => !isHidden).map((channel) => [channel.key, channel]))
  return (former?.keys ?? []).flatMap((key): DraftItem[] => {
    const channel = byKey.get(key)
    if (channel === undefined || cidOf.has(key)) return []
    const label = `${channel.number} ${channel.name.ru}`
    const fields = { before: { is_hidden: false }, after: { is_hidden: true } }
    return [{ kind: 'gone', key, cid: channel.cid, label, ...fields, marks: [], similarTo: '' }]
  })
}

const rowsAtOnce = 500
const maxLabel = 300

async function storeItems(tx: DbTransaction, draftId: number, items: readonly DraftItem[]): Promise<void> {
  await tx.deleteFrom('import_draft_item').where('draft_id', '=', draftId).execute()
  const rows = items.map(({ kind, key, cid, label, before, after, marks, similarTo }, item) => ({
    ...{ draft_id: draftId, item, kind, key, channel_id: cid, label: label.slice(0, maxLabel) },
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
    marks: [...marks],
    similar_to: similarTo,
  }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('import_draft_item')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
}
