import { join } from 'node:path'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { openCatalogue, type LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Workplace } from '#server/operator/open-workplace.ts'
import { packagingRows } from '#server/operator/packaging.ts'
import type { CommandTools } from '#server/operator/run-command.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { opaqueToken, systemRandom } from '#server/platform/primitives/ids.ts'
import { openShelf, type Shelf } from './resolve-titles.ts'

/** What may be played, as a running Ekran knows it. */
export async function shelfOf(
  db: Db,
  catalogue: Pick<LiveCatalogue, 'now'>,
  isPlayable: (assetId: string) => boolean,
): Promise<Shelf> {
  const files = await packagingRows(db)
  return openShelf(
    catalogue.now().content,
    files.map(({ asset_id, source_path }) => ({ assetId: asset_id, path: source_path })),
    isPlayable,
  )
}

/** The same for a command: it looks into the store by itself. `stack` closes it. */
export async function shelfOfCommand(
  work: Workplace,
  { settings, log }: CommandTools,
  stack: AsyncDisposableStack,
): Promise<Shelf> {
  const engine = createEngine({
    storeDir: join(work.dataDir, 'media'),
    role: 'reads',
    ...findMediaBinaries({ ffmpegPath: settings.EKRAN_FFMPEG, ffprobePath: settings.EKRAN_FFPROBE }),
    clock: () => systemClock.nowMs(),
    // Nothing is served from here, so the secret is nobody's.
    ticketSecrets: [opaqueToken(systemRandom)],
    log,
  })
  stack.defer(() => engine.close())
  return shelfOf(
    work.db,
    await openCatalogue(work.db),
    (assetId) => engine.describeAsset(assetId) !== undefined,
  )
}
