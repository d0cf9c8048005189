import styles from './key-figures.module.css'

export interface KeyFigure {
  readonly name: string
  readonly value: string
  /** A line below it; '' for none. */
  readonly more?: string
  /** It needs somebody: shown in the colour of problems. */
  readonly isBad?: boolean
}

/** The figures of a page, large, each in a card of its own. */
export function KeyFigures({ figures }: { readonly figures: readonly KeyFigure[] }) {
  return (
    <dl className={styles['figures']}>
      {figures.map(({ name, value, more = '', isBad = false }) => (
        <div key={name} data-bad={isBad}>
          <dt>{name}</dt>
          <dd>
            {value}
            {more === '' ? null : <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
