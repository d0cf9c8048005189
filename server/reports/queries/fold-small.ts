/** Groups of viewers so small that somebody could be recognised become one row. Pure. */
import type { Quality } from './quality-measures.ts'

/** How playing went for some viewers. */
export interface Group extends Quality {
  /** A bit for each of at least so many viewers: see `viewerBit` of the monitoring module. */
  readonly viewers: bigint
}

/** A group with fewer viewers is not shown by itself. */
export const fewViewers = 10

/** At least so many viewers are in the group. */
export function viewersOf({ viewers }: Pick<Group, 'viewers'>): number {
  let count = 0
  for (let rest = viewers; rest > 0n; rest &= rest - 1n) count += 1
  return count
}

/**
 * Those that may be shown, and the sum of the others. The sum has enough viewers too, because it could be computed from what
 * is shown: while it has not, the smallest group that is shown joins it.
 */
export function foldSmall<Row extends Group>(
  groups: readonly Row[],
): { readonly shown: readonly Row[]; readonly rest: Group | undefined } {
  const bySize = groups.toSorted((a, b) => viewersOf(a) - viewersOf(b) || a.plays - b.plays)
  let small = bySize.filter((one) => viewersOf(one) < fewViewers).length
  if (small === 0) return { shown: groups, rest: undefined }
  while (small < bySize.length && viewersOf(sumOf(bySize.slice(0, small))) < fewViewers) small += 1
  const hidden = new Set(bySize.slice(0, small))
  return { shown: groups.filter((one) => !hidden.has(one)), rest: sumOf([...hidden]) }
}

export function sumOf(groups: readonly Group[]): Group {
  const sum = {
    ...{ plays: 0, abandoned: 0, failures: 0, played: 0, stalls: 0, stalled: 0, viewers: 0n },
    starts: [] as number[],
  }
  for (const one of groups) {
    for (const name of ['plays', 'abandoned', 'failures', 'played', 'stalls', 'stalled'] as const)
      sum[name] += one[name]
    one.starts.forEach((count, step) => (sum.starts[step] = (sum.starts[step] ?? 0) + count))
    sum.viewers |= one.viewers
  }
  return sum
}
