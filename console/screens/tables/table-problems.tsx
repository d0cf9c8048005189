/** What deserves a look in a table, and what of it cannot be taken, with the remedy. */
import { isNamed as isField, useChangeText } from '#console/changes/change-text.ts'
import { isNamed, useTablesText } from '#console/tables/tables-text.ts'
import { Section } from '#console/ui/page.tsx'
import type { TablePart } from './subjects.ts'
import styles from './tables.module.css'

/** The name of a column in the language of the console. */
function useColumnName(): (column: string) => string {
  const t = useChangeText()
  return (column) => {
    const key = `field.${column}`
    return isField(key) ? t(key as 'field.number') : column
  }
}

export function Warnings({ warnings }: { readonly warnings: TablePart['warnings'] }) {
  const t = useTablesText()
  const nameOf = useColumnName()
  if (warnings.length === 0) return null
  return (
    <ul className={styles['warnings']}>
      {warnings.map(({ warning, column, count, of }) => (
        <li key={`${warning} ${column}`}>{t(`warning.${warning}`, { column: nameOf(column), count, of })}</li>
      ))}
    </ul>
  )
}

interface ProblemsProps {
  readonly problems: TablePart['problems']
  readonly count: number
}

export function Problems({ problems, count }: ProblemsProps) {
  const t = useTablesText()
  const nameOf = useColumnName()
  if (problems.length === 0) return null
  return (
    <Section title={t('problems', { count })}>
      <ul className={styles['problems']}>
        {problems.map(({ row, column, value, problem, hint }) => {
          const key = `problem.${problem}`
          const where = [t('row', { row }), column === '' ? '' : nameOf(column)].filter(Boolean).join(', ')
          return (
            <li key={`${row} ${column} ${problem}`}>
              <span>
                {where}
                {value === '' ? '' : ` ${t('value', { value })}`}
              </span>
              <small>
                {isNamed(key) ? t(key as 'problem.country', { hint: hintText(hint, nameOf) }) : problem}
              </small>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** A hint may be the name of a column. */
function hintText(hint: string, nameOf: (column: string) => string): string {
  return /^[a-z_]+$/.test(hint) ? nameOf(hint) : hint
}
