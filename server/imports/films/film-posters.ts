/** Pictures for films and episodes imported without any: extracted from the video, replaced by the operator's own. */
import * as z from 'zod/mini'
import type { Engine } from '#media/media.ts'
import { type LiveCatalogue, type TitleRecord, givePictures } from '#server/catalogue/catalogue.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Log } from '#server/platform/log/log.ts'

/** Each minute: assets that have become playable since. */
const extractPostersJob = jobKind({
  name: 'operator.take-posters',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  // The next run is the next try.
  tries: 1,
  limitSec: 2 * 3600,
})

export interface PosterDeps {
  readonly db: Db
  readonly engine: Pick<Engine, 'describeAsset' | 'takeStills'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly pictures: Pick<Pictures, 'store'>
}

export function postersWorker(deps: PosterDeps): JobWorker {
  // Assets that gave no picture, each with its source at that time.
  const inVain = new Map<string, string>()
  return jobWorker(extractPostersJob, (_, { signal, log }) => extractPosters(deps, { signal, log, inVain }))
}

/** Files without pictures: films, then episodes; for a title that lacks several, the first. */
function withoutPictures({ poster, backdrop, files, seasons }: TitleRecord): readonly string[] {
  const episodes = seasons.flatMap((season) => season.episodes)
  const isBare = poster === null || backdrop === null
  const own = files.filter(({ kind }) => kind === 'film').map(({ assetId }) => assetId)
  return [
    ...(isBare ? [...own, ...episodes.slice(0, 1).map(({ file }) => file.assetId)] : []),
    ...episodes.filter(({ still }) => still === null).map(({ file }) => file.assetId),
  ]
}

/** Far more than a night's import. */
const maxAtOnce = 2000

/** Extracts missing pictures from what the queue has packaged. */
export async function extractPosters(
  deps: PosterDeps,
  work: { readonly signal: AbortSignal; readonly log: Log; readonly inVain: Map<string, string> },
): Promise<void> {
  const bare = new Set(deps.catalogue.now().content.titles.flatMap(withoutPictures))
  if (bare.size === 0) return
  // Assets of the demo have their own drawings.
  const rows = await packagingRows(deps.db, [...bare].slice(0, maxAtOnce))
  for (const { asset_id: assetId, source_path: sourcePath } of rows) {
    if (work.signal.aborted) return
    const fingerprint = deps.engine.describeAsset(assetId)?.source.fingerprint
    if (fingerprint === undefined || work.inVain.get(assetId) === fingerprint) continue
    const stills = await deps.engine.takeStills(assetId, sourcePath, work.signal)
    const upright = stills && (await deps.pictures.store(stills.upright))
    const wide = stills && (await deps.pictures.store(stills.wide))
    if (upright?.kind !== 'stored' || wide?.kind !== 'stored') {
      work.inVain.set(assetId, fingerprint)
      const reason = [upright, wide].find((one) => one?.kind === 'refused')?.reason
      work.log.info('films.no_still', {
        assetId,
        reason: reason ?? 'none is worth it',
      })
      continue
    }
    await givePictures(deps.db, assetId, { upright: upright.version, wide: wide.version })
  }
}
