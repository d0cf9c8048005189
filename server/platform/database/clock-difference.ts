/** The clock of this machine beside that of the database, which all processes of an installation share. */
import { sql } from 'kysely'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from './database.ts'

/** A process does not start beyond this difference: it would record, charge and let in at wrong times. */
const refusedMs = 60_000
/** Beyond this one the staff is told. */
export const differsMs = 5000
const samples = 3
/** A slower answer says too little. */
const maxRoundTripMs = 4000

/** The start was refused: the message says which clock is wrong by how much, and what to do. */
export class ClockDiffers extends Error {
  override readonly name = 'ClockDiffers'
}

export interface MeasuringClock {
  readonly db: Db
  readonly clock: Clock
  /** Monotonic milliseconds. */
  readonly steady?: () => number
}

/**
 * By how many milliseconds this machine's clock is ahead of the database's, exact to half of the fastest round trip;
 * undefined when the database answered too slowly to say.
 */
export async function measureClock(
  { db, clock, steady = () => performance.now() }: MeasuringClock,
  times = samples,
): Promise<number | undefined> {
  let best: { readonly roundTripMs: number; readonly aheadMs: number } | undefined
  for (let turn = 0; turn < times; turn += 1) {
    const [sentMs, beganMs] = [clock.nowMs(), steady()]
    const { rows } = await sql<{ at: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
    const roundTripMs = steady() - beganMs
    const [row] = rows
    if (row === undefined || roundTripMs >= (best?.roundTripMs ?? maxRoundTripMs)) continue
    best = { roundTripMs, aheadMs: sentMs + roundTripMs / 2 - row.at }
  }
  return best === undefined ? undefined : Math.round(best.aheadMs)
}

/** Throws `ClockDiffers` when one of the two clocks is wrong by more than a minute. */
export async function refuseWrongClock(measuring: MeasuringClock): Promise<void> {
  const aheadMs = await measureClock(measuring)
  if (aheadMs === undefined || Math.abs(aheadMs) <= refusedMs) return
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  throw new ClockDiffers(
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of the database. ` +
      'One of them is wrong: it would record and charge at wrong times. Let both machines set their clocks ' +
      '(timedatectl set-ntp true, or chrony), then start again.',
  )
}
