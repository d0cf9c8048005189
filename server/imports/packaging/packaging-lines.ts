import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type PackagingRow, packagingRows, reasonBeside } from './packaging.ts'
import { readQueuePause } from './steer-queue.ts'
import { filmLeftMs, leftWords, paceOf, queueLeft } from './time-left.ts'

const maxRefused = 50
const maxWaiting = 10

/** The progress of the films, for the operator. */
export async function packagingLines(db: Db, clock: Clock): Promise<readonly string[]> {
  const rows = await packagingRows(db)
  // Assets packaged without the queue, like the demo's films, neither wait nor fail.
  if (rows.length === 0) return ['Packaging: no file of a film was imported yet']
  const nowMs = clock.nowMs()
  const of = (state: PackagingRow['state']) => rows.filter((row) => row.state === state)
  const [waiting, ended] = [of('waiting'), of('refused')]
  // A film that was playable before its packaging failed stays playable.
  const [refused, partly] = [ended.filter(isWithdrawn), ended.filter((row) => !isWithdrawn(row))]
  const playing = waiting.filter(({ step }) => step === 'better').length
  const delayed = waiting.filter(({ reason, not_before }) => reason !== '' && not_before !== null)
  return [
    `Packaged: ${of('ready').length} ready, ${of('running').length} being made, ${waiting.length} waiting` +
      `${playing === 0 ? '' : ` (${playing} of them ${playing === 1 ? 'plays' : 'play'} already)`}, ${refused.length} refused` +
      `${partly.length === 0 ? '' : `, ${partly.length} ${partly.length === 1 ? 'plays' : 'play'} without better pictures`}`,
    ...(await pauseLines(db, waiting)),
    ...of('running').map((row) => runningLine(row, nowMs)),
    ...leftLines(rows, nowMs),
    ...delayed.slice(0, maxWaiting).map(({ name, reason }) => `  waits    ${name}: ${reason}`),
    ...(delayed.length > maxWaiting ? [`  … and ${delayed.length - maxWaiting} more wait for the like`] : []),
    ...refused
      .slice(-maxRefused)
      .map((row) => `  refused  ${row.name}: ${row.source_path} (${reasonBeside(row)})`),
    ...partly
      .slice(-maxRefused)
      .map(
        (row) =>
          `  plays    ${row.name}: without better pictures, ${row.source_path} could not be read on (${reasonBeside(row)})`,
      ),
  ]
}

async function pauseLines(db: Db, waiting: readonly PackagingRow[]): Promise<readonly string[]> {
  const { pausedAtMs } = await readQueuePause(db)
  const paused = waiting.filter(({ paused_at: at }) => at !== null).length
  return [
    ...(pausedAtMs === null ? [] : ['  The queue is paused; "films queue continue" continues it']),
    ...(paused === 0 ? [] : [`  ${paused} of those that wait are paused; see "films queue"`]),
  ]
}

/** Its first step never finished, or its files are gone: the catalogue does not list it. */
function isWithdrawn({ step }: PackagingRow) {
  return step === 'playable'
}

function runningLine(row: PackagingRow, nowMs: number): string {
  const [left, speed] = [filmLeftMs(row, nowMs), paceOf(row, nowMs)?.speed]
  const plays = row.step === 'better' || (row.playable_at !== null && row.fraction > 0)
  return [
    `  ${row.name}: ${Math.floor(row.fraction * 100)} %`,
    ...(row.rendition === '' ? [] : [row.rendition]),
    ...(plays ? ['plays already'] : []),
    ...(speed === undefined ? [] : [`${speed.toFixed(1)} × its length`]),
    ...(left === undefined ? [] : [`${leftWords(left)} left`]),
  ].join(', ')
}

function leftLines(rows: readonly PackagingRow[], nowMs: number): string[] {
  const { films, leftMs } = queueLeft(rows, nowMs)
  if (films === 0) return []
  return [
    leftMs === undefined
      ? `  All ${films} together: the time left is not known before the first film was measured`
      : `  All ${films} together: ${leftWords(leftMs)} left`,
  ]
}
