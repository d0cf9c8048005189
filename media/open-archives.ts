/** The archives of a store for administration, next to the recording process; changes nothing but fragments. */
import { join } from 'node:path'
import { ArchiveReporter, type ArchiveReport } from '#media/archive/retention/archive-report.ts'
import { ChannelArchive } from '#media/archive/channel-archive.ts'
import { examineRecording } from '#media/recorder/examine/examine-recording.ts'
import type { ExaminationOutcome, MediaTools } from '#media/recorder/examine/describe-media.ts'
import { diskSpaceOf } from '#media/archive/retention/free-space.ts'
import { IndexCache } from '#media/archive/index/index-cache.ts'
import { type ArchiveStoreConfig, openArchiveStore } from './engine-archive.ts'
import type { ProtectResponse, ProtectedFragment } from '#media/archive/protected-fragments.ts'

/** Channels by id. Times are Unix ms. */
export interface Archives {
  report(): Promise<ArchiveReport>
  /** Anything playable in [beginMs, endMs). */
  hasRecording(channelId: string, beginMs: number, endMs: number): boolean
  /** What a channel has recorded in its last seconds. */
  examine(channelId: string, tools: MediaTools): Promise<ExaminationOutcome>
  /** A recording process sees the change within a minute. */
  protect(channelId: string, fragment: ProtectedFragment): ProtectResponse
  /** False when there is no fragment with exactly these borders. */
  unprotect(channelId: string, beginMs: number, endMs: number): boolean
  protectedFragments(channelId: string): readonly ProtectedFragment[]
}

/** Opens the archives of these recorded channels in `<storeDir>/live`. A missing one is empty. */
export function openArchives(options: {
  readonly storeDir: string
  readonly channels: readonly { readonly id: string; readonly archiveMs: number }[]
  readonly clock: () => number
  readonly floorBytes: number
  /** What also has closed files of the archives. */
  readonly archiveStore?: Pick<ArchiveStoreConfig, 'address' | 's3' | 'localMs'> | undefined
}): Archives {
  const { storeDir, clock, floorBytes, archiveStore } = options
  const localMs = archiveStore?.localMs
  const liveDir = join(storeDir, 'live')
  const cache = new IndexCache()
  const remote = openArchiveStore(archiveStore)?.remote
  const archives = new Map(
    options.channels.map(({ id, archiveMs }) => {
      if (!/^[\w-]{1,64}$/.test(id)) throw new Error(`channel id ${id}`)
      return [
        id,
        new ChannelArchive({ dir: join(liveDir, id), archiveMs, clock, role: 'reads', cache, remote }),
      ]
    }),
  )
  return {
    report: async () =>
      new ArchiveReporter().report(
        archives,
        { ...(await diskSpaceOf(liveDir)), floorBytes, localMs },
        clock(),
      ),
    hasRecording: (id, beginMs, endMs) => archives.get(id)?.hasAnything(beginMs, endMs) ?? false,
    examine: async (id, tools) => {
      const archive = archives.get(id)
      if (archive === undefined) return { kind: 'failed', words: 'this channel is not recorded' }
      return examineRecording(archive, clock(), tools)
    },
    protect: (id, fragment) =>
      archives.get(id)?.fragments.add(fragment) ?? {
        kind: 'refused',
        reason: 'this channel is not recorded',
      },
    unprotect: (id, beginMs, endMs) => archives.get(id)?.fragments.remove(beginMs, endMs) ?? false,
    protectedFragments: (id) => archives.get(id)?.fragments.all ?? [],
  }
}
