/**
 * The last report, on disk: written by the recording process, read by a process that serves the operator (another
 * process, or the command line).
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from './report.ts'

/** A report older than this comes from a recorder that no longer runs. */
export const oldMs = 60_000
const file = 'television-report.json'

export async function writeReport(dataDir: string, report: Report): Promise<void> {
  const path = join(dataDir, file)
  await writeFile(`${path}.tmp`, JSON.stringify(report))
  await rename(`${path}.tmp`, path)
}

/** The last report; undefined when none was ever written. */
export async function readReport(dataDir: string): Promise<Report | undefined> {
  try {
    const report: unknown = JSON.parse(await readFile(join(dataDir, file), 'utf8'))
    return isReport(report) ? report : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** From which of its sources a channel is recorded, from 0; undefined when from none, or nothing records. */
export async function recordedSource(
  dataDir: string,
  cid: number,
  nowMs: number,
): Promise<number | undefined> {
  const report = await readReport(dataDir)
  if (report === undefined || nowMs - report.atMs > oldMs) return undefined
  return report.channels.find((channel) => channel.cid === cid)?.sourceIndex
}

/** We wrote it ourselves, atomically: it is either complete or from another version. */
function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'atMs' in value && 'channels' in value
}
