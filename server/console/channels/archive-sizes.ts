/** What archives take on the disk, for a forecast before their days are changed. */
import type { consoleChannels } from '#contract/console/channels.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readReport } from '#server/monitoring/monitoring.ts'

/** The measured bytes of a day by channel, and what there is for all archives (null before the first report). */
export async function readArchiveSizes(
  db: Db,
): Promise<{ readonly bytesPerDay: ReadonlyMap<number, number>; readonly roomBytes: number | null }> {
  const report = await readReport(db)
  const archives = (report?.channels ?? []).flatMap(({ cid, archive }) =>
    archive === undefined ? [] : [{ cid, ...archive }],
  )
  const measured = archives.filter(({ bytesPerDay }) => bytesPerDay > 0)
  return {
    bytesPerDay: new Map(measured.map(({ cid, bytesPerDay }) => [cid, Math.round(bytesPerDay)])),
    roomBytes: roomOf(
      report?.disk ?? null,
      archives.reduce((sum, { bytes }) => sum + bytes, 0),
    ),
  }
}

export function archiveSizeHandlers({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<typeof consoleChannels, 'archiveSizes'> {
  return {
    archiveSizes: async () => {
      const { bytesPerDay, roomBytes } = await readArchiveSizes(db)
      return respond({
        channels: [...bytesPerDay].map(([cid, bytes]) => ({ cid, bytes_per_day: bytes })),
        room_bytes: roomBytes,
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
