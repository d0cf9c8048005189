import { useState } from 'react'
import { consoleStatements } from '#contract/console/statements.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useAct } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { longMs } from './load-statement.tsx'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

const names = ['amount', 'id', 'time', 'account', 'state'] as const
type Chosen = Readonly<Record<(typeof names)[number], string>>

/** A person says which column is what, by the first rows of the file. */
export function ChooseColumns({ one }: { readonly one: ResponseOf<typeof consoleStatements.one> }) {
  const t = usePaymentsText()
  const [chosen, setChosen] = useState<Chosen>({ amount: '', id: '', time: '', account: '', state: '' })
  const [unit, setUnit] = useState<'sum' | 'tiyin'>('sum')
  const act = useAct(consoleStatements.read, {
    changes: [consoleStatements.one, consoleStatements.list],
    limitMs: longMs,
    onDone: ({ outcome }) => {
      if (outcome === 'columns_unknown') showToast(t('columnsWrong'), { isProblem: true })
    },
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  const width = Math.max(0, ...one.sample.map((cells) => cells.length))
  const choices = [
    { value: '', label: t('columnNone') },
    ...Array.from({ length: width }, (_, at) => ({
      value: String(at),
      label: t('columnNumber', { number: at + 1, text: firstText(one.sample, at) }),
    })),
  ]
  const placeOf = (name: (typeof names)[number]) => (chosen[name] === '' ? null : Number(chosen[name]))
  const isReady = chosen.amount !== '' && (chosen.id !== '' || chosen.time !== '')
  return (
    <Section title={t('columnsTitle')} text={t('columnsText')}>
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label={t('loadFile')}>
        <table className={styles['table']}>
          <tbody>
            {one.sample.map((cells, row) => (
              <tr key={row}>
                {Array.from({ length: width }, (_, at) => (
                  <td key={at}>{cells[at] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles['pickers']}>
        {names.map((name) => (
          <Picker
            key={name}
            label={t(`column.${name}`)}
            value={chosen[name]}
            choices={choices}
            onChange={(value) => setChosen({ ...chosen, [name]: value })}
          />
        ))}
        <Picker
          label={t('unit')}
          value={unit}
          choices={(['sum', 'tiyin'] as const).map((value) => ({ value, label: t(`unit.${value}`) }))}
          onChange={setUnit}
        />
      </div>
      <div>
        <Button
          look="primary"
          isDisabled={!isReady}
          isPending={act.isPending}
          onPress={() =>
            act.mutate({
              ...{ statement_id: one.statement.statement_id, unit },
              columns: {
                amount: Number(chosen.amount),
                ...{ id: placeOf('id'), time: placeOf('time') },
                ...{ account: placeOf('account'), state: placeOf('state') },
              },
            })
          }
        >
          {t('compare')}
        </Button>
      </div>
    </Section>
  )
}

/** The first text of a column: most often its heading. */
function firstText(sample: readonly (readonly string[])[], at: number): string {
  return sample.map((cells) => cells[at] ?? '').find((text) => text !== '') ?? ''
}
