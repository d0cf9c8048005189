import type { ReactNode } from 'react'
import styles from './figures-table.module.css'

interface FiguresTableProps {
  readonly label: string
  /** The first is of the column of names. */
  readonly heads: readonly string[]
  readonly rows: readonly {
    readonly key: string
    /** What the row is about. */
    readonly name: ReactNode
    readonly cells: readonly string[]
    /** Its last two cells need somebody. */
    readonly isBad?: boolean
  }[]
}

/** Figures, one row for each thing; scrolls sideways in a narrow window, with the names in sight. */
export function FiguresTable({ label, heads, rows }: FiguresTableProps) {
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={label}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells, isBad = false }) => (
            <tr key={key} data-bad={isBad}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={heads[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
