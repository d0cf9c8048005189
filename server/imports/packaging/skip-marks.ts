/** Marks of skippable parts: set by the operator, and detected ones, which never overwrite the operator's. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Engine, DetectedMarker } from '#media/media.ts'
import type { LiveCatalogue, SkipMarkTable } from '#server/catalogue/catalogue.ts'
import { type PackagingRow, packagingRows } from './packaging.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

export type SkipMark = SkipMarkTable

/** Every two minutes: seasons and films that have become playable, or got another episode. */
const findSkipMarksJob = jobKind({
  name: 'operator.find-skip-marks',
  data: z.object({}),
  cron: '*/2 * * * *',
  oneWaits: true,
  tries: 1,
  limitSec: 4 * 3600,
})

export interface SkipMarkDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'describeAsset' | 'findMarkers' | 'setMarkers'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
}

export function skipMarksWorker(deps: SkipMarkDeps): JobWorker {
  return jobWorker(findSkipMarksJob, (_, { signal }) => findSkipMarks(deps, signal))
}

/** The marks of these assets, by asset and kind. */
export async function skipMarksOf(db: Db, assetIds: readonly string[]): Promise<readonly SkipMark[]> {
  if (assetIds.length === 0) return []
  const marks = db
    .selectFrom('skip_mark')
    .selectAll()
    .where('asset_id', 'in', [...assetIds])
  return marks.orderBy('asset_id').orderBy('begin_ms').execute()
}

const clearedByHand = 'cleared'

/** Deletes all marks of an asset; they are not detected again until its file changes. */
export async function clearSkipMarks(db: Db, assetId: string, fingerprint: string): Promise<number> {
  const searched = `${clearedByHand} ${fingerprint}`
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('skip_mark')
      .where('asset_id', '=', assetId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('skip_search')
      .values({ asset_id: assetId, searched })
      .onConflict((conflict) => conflict.column('asset_id').doUpdateSet({ searched }))
      .execute()
    return Number(numDeletedRows)
  })
}

/** Sends the stored marks to the engine that plays the asset. */
export async function publishSkipMarks(
  { db, engine }: Pick<SkipMarkDeps, 'db'> & { readonly engine: Pick<Engine, 'setMarkers'> },
  assetId: string,
): Promise<void> {
  const marks = await skipMarksOf(db, [assetId])
  await engine.setMarkers(
    assetId,
    marks.map(({ kind, begin_ms, end_ms }) => ({ kind, beginMs: begin_ms, endMs: end_ms })),
  )
}

/** Analyses what was not analysed in its present form yet. */
export async function findSkipMarks(deps: SkipMarkDeps, signal: AbortSignal): Promise<void> {
  const rows = new Map((await packagingRows(deps.db)).map((row) => [row.asset_id, row]))
  for (const group of groupsOf(deps, rows)) {
    if (signal.aborted) return
    await searchGroup(deps, group, signal)
  }
}

/** Far more than a season has. */
const maxEpisodes = 200

/** The episodes of each season of which none waits to become playable, and each film alone. */
function groupsOf(
  { catalogue }: SkipMarkDeps,
  rows: ReadonlyMap<string, PackagingRow>,
): readonly (readonly PackagingRow[])[] {
  const { titles } = catalogue.now().content
  const groups = titles.flatMap(({ files, seasons }) => [
    ...files.filter(({ kind }) => kind === 'film').map(({ assetId }) => [assetId]),
    ...seasons.map(({ episodes }) => episodes.slice(0, maxEpisodes).map(({ file }) => file.assetId)),
  ])
  return groups
    .map((group) => group.flatMap((assetId) => rows.get(assetId) ?? []))
    .filter((group) => group.length > 0)
    .filter((group) => !group.some(({ step, state }) => step === 'playable' && /waiting|running/.test(state)))
}

async function searchGroup(
  { db, engine }: SkipMarkDeps,
  group: readonly PackagingRow[],
  signal: AbortSignal,
): Promise<void> {
  const prints = group.flatMap(({ asset_id }) => {
    const asset = engine.describeAsset(asset_id)
    return asset === undefined ? [] : [[asset_id, asset.source.fingerprint] as const]
  })
  const fingerprints = new Map(prints)
  const searched = createHash('sha256').update(JSON.stringify(prints)).digest('hex')
  const before = await db
    .selectFrom('skip_search')
    .selectAll()
    .where('asset_id', 'in', [...fingerprints.keys(), ''])
    .execute()
  const isOver = (assetId: string): boolean =>
    before.some(
      (one) =>
        one.asset_id === assetId &&
        (one.searched === searched || one.searched === `${clearedByHand} ${fingerprints.get(assetId)}`),
    )
  const open = [...fingerprints.keys()].filter((assetId) => !isOver(assetId))
  if (open.length === 0) return
  const files = group.map(({ asset_id, source_path }) => ({ assetId: asset_id, sourcePath: source_path }))
  const markers = await engine.findMarkers(files, signal)
  for (const assetId of open) {
    await saveMarkers(db, assetId, markers.get(assetId) ?? [], searched)
    await publishSkipMarks({ db, engine }, assetId)
  }
}

/** Replaces earlier detected marks with the new ones. */
async function saveMarkers(
  db: Db,
  assetId: string,
  markers: readonly DetectedMarker[],
  searched: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('skip_mark').where('asset_id', '=', assetId).where('origin', '<>', 'hand').execute()
    for (const { kind, beginMs, endMs, origin, confidence } of markers)
      await tx
        .insertInto('skip_mark')
        .values({ asset_id: assetId, kind, begin_ms: beginMs, end_ms: endMs, origin, confidence })
        .onConflict((conflict) => conflict.columns(['asset_id', 'kind']).doNothing())
        .execute()
    await tx
      .insertInto('skip_search')
      .values({ asset_id: assetId, searched })
      .onConflict((conflict) => conflict.column('asset_id').doUpdateSet({ searched }))
      .execute()
  })
}
