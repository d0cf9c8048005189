import type { FormField } from '#console/session/use-form.ts'
import { listOf } from './rail-values.ts'
import styles from './home.module.css'

interface ChecksProps {
  /** Its value is a list with commas. */
  readonly field: FormField
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** Choices of which several hold. */
export function Checks({ field, label, choices }: ChecksProps) {
  const chosen = listOf(field.value)
  const toggle = (value: string) =>
    field.onChange(
      choices
        .map((one) => one.value)
        .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one)))
        .join(','),
    )
  return (
    <fieldset className={styles['checks']} id={field.id} tabIndex={-1}>
      <legend>{label}</legend>
      {choices.map(({ value, label: name }) => (
        <label key={value}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          {name}
        </label>
      ))}
      {field.problem === undefined ? null : <p className={styles['problem']}>{field.problem}</p>}
    </fieldset>
  )
}
