/** What an engine says about its archives, and what stays in them beyond their depth. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedSpan } from '#media/archive/measure-records.ts'
import type { ProtectResponse, ProtectedFragment } from '#media/archive/protected-fragments.ts'
import { RetainedWindows, type RetainedWindow } from '#media/archive/retained-windows.ts'
import type { ArchiveHousekeeping } from '#media/archive/retention/archive-housekeeping.ts'
import type { ArchiveReport } from '#media/archive/retention/archive-report.ts'
import type { Channels } from './channels.ts'

/** The part of an engine about archives. Channels by id; times are Unix ms. */
export interface ArchiveCalls {
  /** Size, holes and forecast of the archive. The first call takes some seconds. */
  archiveReport(): Promise<ArchiveReport>
  /** Protects [beginMs, endMs) of a recorded channel from deletion, whatever its depth. Works in either role. */
  protect(channelId: string, beginMs: number, endMs: number, name: string): ProtectResponse
  /** Ends the protection; false when there is no fragment with exactly this range. */
  unprotect(channelId: string, beginMs: number, endMs: number): boolean
  protectedFragments(channelId: string): readonly ProtectedFragment[]
  /**
   * Retains these windows of a channel for recordings, whatever its depth, and no others from now on; also of a disabled
   * channel. False when there is no archive of this id. On disk when it returns; throws when the disk refuses. Works in
   * either role.
   */
  retain(channelId: string, windows: readonly RetainedWindow[]): boolean
  retainedWindows(channelId: string): readonly RetainedWindow[]
  /**
   * What a recording can play of [fromMs, toMs) of a recorded channel, in order: also what is retained beyond the depth.
   * Holes up to `toleranceMs` do not count. Undefined for a channel that is not recorded.
   */
  retainedSpans(
    channelId: string,
    fromMs: number,
    toMs: number,
    toleranceMs: number,
  ): readonly RecordedSpan[] | undefined
}

export function archiveCalls({
  keeper,
  channels,
  liveDir,
  clock,
}: {
  readonly keeper: Pick<ArchiveHousekeeping, 'report'>
  readonly channels: Pick<Channels, 'archive' | 'recordings'>
  readonly liveDir: string
  readonly clock: () => number
}): ArchiveCalls {
  const fragmentsOf = (channelId: string) => channels.archive(channelId)?.fragments
  const windowsOf = (channelId: string): RetainedWindows | undefined => {
    const recorded = channels.archive(channelId)?.retained
    if (recorded !== undefined || !/^[\w-]{1,64}$/.test(channelId)) return recorded
    const dir = join(liveDir, channelId)
    return existsSync(dir) ? new RetainedWindows(dir, clock) : undefined
  }
  return {
    archiveReport: () => keeper.report(),
    protect: (channelId, beginMs, endMs, name) =>
      fragmentsOf(channelId)?.add({ beginMs, endMs, name }) ?? {
        kind: 'refused',
        reason: 'this channel is not recorded',
      },
    unprotect: (channelId, beginMs, endMs) => fragmentsOf(channelId)?.remove(beginMs, endMs) ?? false,
    protectedFragments: (channelId) => fragmentsOf(channelId)?.all ?? [],
    retain: (channelId, windows) => {
      const stored = windowsOf(channelId)
      stored?.replace(windows)
      return stored !== undefined
    },
    retainedWindows: (channelId) => windowsOf(channelId)?.all ?? [],
    retainedSpans: (channelId, ...window) =>
      channels.recordings(channelId)?.timeline.recordedSpans(...window),
  }
}
