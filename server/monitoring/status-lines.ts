/** The last report as lines of `ekran status`. */
import { duration } from './duration.ts'
import { oldMs } from './stored-report.ts'
import { actingLimit, countLevels, worstFirst, type Report } from './report.ts'

const maxLines = 40

export function statusOfReport(report: Report | undefined, nowMs: number): readonly string[] {
  if (report === undefined) return ['Recording: nothing has been reported yet']
  const ageMs = nowMs - report.atMs
  if (ageMs > oldMs) return [`Recording: not running (last seen ${duration(ageMs)} ago)`]
  const counts = countLevels(report.channels)
  const troubled = report.channels
    .filter(({ level }) => level === 'bad' || level === 'warning')
    .toSorted(worstFirst)
  const lines = troubled
    .slice(0, maxLines)
    .map(({ number, name, level, why }) => `  ${level.padEnd(7)}  ${number} ${name}: ${why.join('; ')}`)
  const more = troubled.length - lines.length
  return [
    `Recording: ${counts.good} channels ok, ${counts.warning} warning, ${counts.bad} failing`,
    ...lines,
    ...(more > 0 ? [`  … and ${more} more; all of them at /console/health`] : []),
    ...diskLines(report),
  ]
}

function diskLines({ disk }: Report): string[] {
  if (disk === null) return []
  const free = `${(disk.freeBytes / 1e9).toFixed(1)} GB of ${(disk.totalBytes / 1e9).toFixed(1)} GB free`
  const limit = actingLimit(disk)
  return [
    disk.hoursLeft === null
      ? `Disk: ${free}; it holds the whole archive`
      : `Disk: ${free}; recordings will be deleted before their time in ${duration(disk.hoursLeft * 3_600_000)}` +
        `${limit === '' ? '' : `, ${limit}`}`,
  ]
}
