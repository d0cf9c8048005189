import type { ReactNode } from 'react'
import type { PlayFigures } from '#contract/console/plays.ts'
import { formatDecimal, formatNumber } from '#contract/form/money.ts'
import { FiguresTable } from '#console/ui/figures-table.tsx'
import { decimal, failedShare, percent } from './format-figures.ts'
import { usePlaysText } from './plays-text.ts'

interface PlayFiguresProps {
  readonly label: string
  /** The heading of the first column. */
  readonly head: string
  readonly rows: readonly {
    readonly key: string
    readonly name: ReactNode
    readonly figures: PlayFigures
  }[]
}

const heads = [
  'head.plays',
  'head.abandoned',
  'head.failures',
  'head.start',
  'head.hours',
  'head.stalls',
  'head.stalled',
  'head.rate',
  'head.height',
  'head.switches',
] as const

/** Figures of plays, one row for each thing. */
export function PlayFiguresTable({ label, head, rows }: PlayFiguresProps) {
  const t = usePlaysText()
  return (
    <FiguresTable
      label={label}
      heads={[head, ...heads.map((name) => t(name))]}
      rows={rows.map(({ key, name, figures }) => ({ key, name, cells: cellsOf(figures) }))}
    />
  )
}

function cellsOf(figures: PlayFigures): readonly string[] {
  const { plays, abandoned, failures, bits_per_second: bits } = figures
  return [
    formatNumber(plays),
    formatNumber(abandoned),
    failures === 0 ? '0' : `${formatNumber(failures)} (${percent(failedShare(figures))})`,
    `${startCell(figures.start_p50_ms)} / ${startCell(figures.start_p95_ms)}`,
    formatDecimal(figures.played_sec / 3600, 1),
    decimal(figures.stalls_per_hour, 2),
    percent(figures.stalled_share),
    decimal(bits === null ? null : bits / 1e6, 2),
    figures.height === null ? '—' : String(figures.height),
    decimal(figures.switches_per_hour, 1),
  ]
}

function startCell(ms: number | null): string {
  if (ms === null) return '—'
  return ms > 20_000 ? '>20' : formatDecimal(ms / 1000, 2)
}
