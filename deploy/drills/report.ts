/** The table of a drill. */
import type { Load } from './load.ts'

/** A line for each kind of request, and what the players saw. */
export function linesOf({ tally, live, longestMs, assets }: Load): readonly string[] {
  const row = (cells: readonly (string | number)[]) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(28) : String(cell).padStart(9))).join('')
  const kinds = tally.kinds()
  const total = (of: (kind: (typeof kinds)[number]) => number) =>
    kinds.reduce((sum, kind) => sum + of(kind), 0)
  const failed = (kind: (typeof kinds)[number]) => kind.outcomes.error + kind.outcomes.timeout
  return [
    '',
    row(['requests', 'all', 'failed', 'refused', 'repeated', 'p50 ms', 'p99 ms', 'longest']),
    ...kinds.map((kind) => {
      const { outcomes, count, p50, p99 } = kind
      const longest = Math.round(longestMs.get(kind.kind) ?? 0)
      return row([
        kind.kind,
        count,
        failed(kind),
        outcomes.refused,
        outcomes.shed,
        Math.round(p50),
        Math.round(p99),
        longest,
      ])
    }),
    row(['together', total(({ count }) => count), total(failed), total(({ outcomes }) => outcomes.refused)]),
    '',
    `players: ${live.updates} moves of the live edge, ${live.segments} segments; the edge stood still for ` +
      `${Math.round(live.longestGapMs)} ms beyond a segment at most`,
    `stalls of more than a second: ${live.stalls}; the longest wait of playback ${Math.round(live.longestStallMs)} ms`,
    `${tally.payments} payments, ${assets.size} files named by pages, ${tally.reconnected} requests sent again after nginx had closed a kept connection`,
    ...[...tally.errors()].map(([reason, count]) => `  ${count} × ${reason}`),
  ]
}
