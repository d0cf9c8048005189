import { join } from 'node:path'
import { createEngine, findMediaBinaries } from '#media/media.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { loadPlayables, type Playables } from '#server/imports/imports.ts'
import type { Workplace } from '#server/cli/command/open-workplace.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { opaqueToken, systemRandom } from '#server/platform/primitives/ids.ts'

/** The playable titles, read from the store itself. `stack` closes what was opened. */
export async function loadPlayablesForCommand(
  work: Workplace,
  { settings, log }: CommandTools,
  stack: AsyncDisposableStack,
): Promise<Playables> {
  const engine = createEngine({
    storeDir: join(work.dataDir, 'media'),
    role: 'reads',
    ...findMediaBinaries({ ffmpegPath: settings.EKRAN_FFMPEG, ffprobePath: settings.EKRAN_FFPROBE }),
    clock: () => systemClock.nowMs(),
    // This process serves nothing, so any secret will do.
    ticketSecrets: [opaqueToken(systemRandom)],
    log,
  })
  stack.defer(() => engine.close())
  return loadPlayables(
    work.db,
    await openCatalogue(work.db),
    (assetId) => engine.describeAsset(assetId) !== undefined,
  )
}
