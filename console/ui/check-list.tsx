import styles from './check-list.module.css'

interface CheckListProps<Value extends string | number> {
  readonly label: string
  readonly choices: readonly { readonly value: Value; readonly text: string }[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}

/** Choices of which any number can be chosen. */
export function CheckList<Value extends string | number>({
  label,
  choices,
  chosen,
  onChange,
}: CheckListProps<Value>) {
  return (
    <fieldset className={styles['checks']}>
      <legend>{label}</legend>
      {choices.map(({ value, text }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
