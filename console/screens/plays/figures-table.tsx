import type { ReactNode } from 'react'
import type { PlayFigures } from '#contract/console/plays.ts'
import { decimal, failedShare, percent } from './format-figures.ts'
import { usePlaysText } from './plays-text.ts'
import styles from './plays.module.css'

interface FiguresTableProps {
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

/** Figures of plays, one row for each thing; scrolls sideways in a narrow window. */
export function FiguresTable({ label, head, rows }: FiguresTableProps) {
  const t = usePlaysText()
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {heads.map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cellsOf(figures).map((cell, at) => (
                <td key={heads[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellsOf(figures: PlayFigures): readonly string[] {
  const { plays, abandoned, failures, bits_per_second: bits } = figures
  return [
    String(plays),
    String(abandoned),
    failures === 0 ? '0' : `${failures} (${percent(failedShare(figures))})`,
    `${startCell(figures.start_p50_ms)} / ${startCell(figures.start_p95_ms)}`,
    (figures.played_sec / 3600).toFixed(1),
    decimal(figures.stalls_per_hour, 2),
    percent(figures.stalled_share),
    decimal(bits === null ? null : bits / 1e6, 2),
    figures.height === null ? '—' : String(figures.height),
    decimal(figures.switches_per_hour, 1),
  ]
}

function startCell(ms: number | null): string {
  if (ms === null) return '—'
  return ms > 20_000 ? '>20' : (ms / 1000).toFixed(2)
}
