/** The engine of a command about packaged files, and moments of them as they are typed. */
import { join } from 'node:path'
import { createEngine, findMediaBinaries, type Engine } from '#media/media.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import type { Workplace } from '#server/cli/command/open-workplace.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { opaqueToken, systemRandom } from '#server/platform/primitives/ids.ts'

/** An engine that records and serves nothing. */
export function readingEngine(
  { dataDir }: Pick<Workplace, 'dataDir'>,
  { settings, log }: Pick<CommandTools, 'settings' | 'log'>,
): Engine {
  return createEngine({
    storeDir: join(dataDir, 'media'),
    role: 'reads',
    ...findMediaBinaries({ ffmpegPath: settings.EKRAN_FFMPEG, ffprobePath: settings.EKRAN_FFPROBE }),
    clock: () => systemClock.nowMs(),
    // This process serves nothing, so any secret will do.
    ticketSecrets: [opaqueToken(systemRandom)],
    log,
  })
}

/** `75`, `75.5`, `1:15` or `1:02:03`, in milliseconds. */
export function readTime(text: string): number | undefined {
  if (!/^(?:\d{1,2}:)?(?:\d{1,3}:)?\d{1,6}(?:\.\d{1,3})?$/.test(text)) return undefined
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round(seconds * 1000)
}
