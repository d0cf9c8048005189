/**
 * The remaining packaging time, estimated from measurements: of the running film itself, and of finished ones. Pure.
 */
import type { PackagingRow } from './packaging.ts'

/** The fields of a film's row for the estimate. */
export type FilmWork = Pick<
  PackagingRow,
  'state' | 'step' | 'fraction' | 'begun_at' | 'begun_fraction' | 'spent_ms' | 'duration_ms' | 'worker'
>

/** Less than this says nothing about the rest. */
const min = { ms: 3000, fraction: 0.01 }

interface Pace {
  /** Fraction of the film's whole work, per millisecond. */
  readonly fractionPerMs: number
  /** Milliseconds of film with all its renditions, per millisecond; undefined while its length is unknown. */
  readonly speed: number | undefined
}

/** The current speed of packaging a film; undefined before it was measured. */
export function paceOf(film: FilmWork, nowMs: number): Pace | undefined {
  if (film.state !== 'running' || film.begun_at === null) return undefined
  const elapsedMs = nowMs - film.begun_at.getTime()
  const made = film.fraction - film.begun_fraction
  if (elapsedMs < min.ms || made < min.fraction) return undefined
  const fractionPerMs = made / elapsedMs
  return { fractionPerMs, speed: film.duration_ms > 0 ? film.duration_ms * fractionPerMs : undefined }
}

/** The remaining time of a running film, including better renditions; undefined before it was measured. */
export function filmLeftMs(film: FilmWork, nowMs: number): number | undefined {
  const pace = paceOf(film, nowMs)
  return pace === undefined ? undefined : (1 - film.fraction) / pace.fractionPerMs
}

export interface QueueLeft {
  readonly films: number
  /** Undefined while no film was measured. */
  readonly leftMs: number | undefined
}

/** The remaining time of all unfinished films, on the machines that work now. */
export function queueLeft(films: readonly FilmWork[], nowMs: number): QueueLeft {
  const open = films.filter(({ state }) => state === 'waiting' || state === 'running')
  const lengths = films.flatMap(({ duration_ms }) => (duration_ms > 0 ? [duration_ms] : []))
  const ended = films.flatMap(({ state, duration_ms, spent_ms }) =>
    state === 'ready' && duration_ms > 0 && spent_ms > 0 ? [duration_ms / spent_ms] : [],
  )
  // A running film uses its own speed; finished films, which may have been copied in a moment, are the measure for
  // the others.
  const measured = open.map((film) => ({ film, ownMs: filmLeftMs(film, nowMs) }))
  const present = open.flatMap((film) => paceOf(film, nowMs)?.speed ?? [])
  const speed = median(ended.length > 0 ? ended.slice(-20) : present)
  // A film of unknown length counts as one of usual length.
  const defaultValue = median(lengths)
  const leftMs = measured.map(({ film: { duration_ms, fraction }, ownMs }) => {
    const lengthMs = duration_ms > 0 ? duration_ms : defaultValue
    if (ownMs !== undefined || speed === undefined || lengthMs === undefined) return ownMs
    return (lengthMs * (1 - fraction)) / speed
  })
  if (open.length === 0 || !leftMs.every((ms) => ms !== undefined))
    return { films: open.length, leftMs: undefined }
  const machines = new Set(open.flatMap(({ worker }) => worker?.split(' ')[0] ?? [])).size
  const sumMs = leftMs.reduce((sum, ms) => sum + ms, 0) / Math.max(1, machines)
  // More machines do not make one film finish sooner.
  return { films: open.length, leftMs: Math.max(sumMs, ...measured.map(({ ownMs }) => ownMs ?? 0)) }
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** `less than a minute`, `about 12 min`, `about 3 h 20 min`. */
export function leftWords(leftMs: number): string {
  const minutes = Math.round(leftMs / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `about ${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `about ${hours} h${rest === 0 ? '' : ` ${rest} min`}`
}
