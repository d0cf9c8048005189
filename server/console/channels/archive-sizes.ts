/** What archives take on the disk, for a forecast before their days are changed. */
import type { consoleChannels } from '#contract/console/channels.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { readReport } from '#server/monitoring/monitoring.ts'

export function archiveSizeHandlers({
  dataDir,
}: {
  readonly dataDir: string
}): ConsoleHandlers<typeof consoleChannels, 'archiveSizes'> {
  return {
    archiveSizes: async () => {
      const report = await readReport(dataDir)
      const archives = (report?.channels ?? []).flatMap(({ cid, archive }) =>
        archive === undefined ? [] : [{ cid, ...archive }],
      )
      return respond({
        channels: archives
          .filter(({ bytesPerDay }) => bytesPerDay > 0)
          .map(({ cid, bytesPerDay }) => ({ cid, bytes_per_day: Math.round(bytesPerDay) })),
        room_bytes: roomOf(
          report?.disk ?? null,
          archives.reduce((sum, { bytes }) => sum + bytes, 0),
        ),
      })
    },
  }
}

type Disk = NonNullable<Awaited<ReturnType<typeof readReport>>>['disk']

/** The space that the recorder leaves free belongs to no archive. */
function roomOf(disk: Disk, archivedBytes: number): number | null {
  if (disk === null) return null
  const { requestedBytes = 0, aheadBytes = 0 } = disk.limits ?? {}
  return Math.max(0, Math.round(archivedBytes + disk.freeBytes - Math.max(requestedBytes, aheadBytes)))
}
