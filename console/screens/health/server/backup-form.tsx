import { useState } from 'react'
import { consoleBackups } from '#contract/console/backups.ts'
import { minuteOf, timeOf } from '#console/screens/health/alarms/time-of-day.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { BackupState } from './operations-state.ts'
import { useOperationsText } from './operations-text.ts'
import styles from './operations.module.css'

const days = ['1', '2', '3', '4', '5', '6', '7'] as const
const switches = ['is_on', 'with_films', 'is_drill_on'] as const

/** When and where backups are made, how many are retained, and when they are tried. */
export function BackupForm({ settings }: Pick<BackupState, 'settings'>) {
  const t = useOperationsText()
  const common = useText()
  const [on, setOn] = useState({
    ...{ is_on: settings.is_on, with_films: settings.with_films, is_drill_on: settings.is_drill_on },
  })
  const [day, setDay] = useState(days[settings.drill_weekday - 1] ?? '7')
  const initial = {
    folder: settings.folder,
    minute_of_day: timeOf(settings.minute_of_day),
    retained: String(settings.retained),
    drill_minute: timeOf(settings.drill_minute),
  }
  const form = useForm(consoleBackups.save, initial, {
    changes: [consoleBackups.state],
    toInput: (values) => ({
      ...{ folder: values.folder, retained: values.retained, ...on, drill_weekday: Number(day) },
      // What is no time is refused at its field.
      minute_of_day: minuteOf(values.minute_of_day) ?? values.minute_of_day,
      drill_minute: minuteOf(values.drill_minute) ?? values.drill_minute,
    }),
    failureFields: {
      backup_folder_wrong: 'folder',
      backup_folder_closed: 'folder',
      backup_folder_inside: 'folder',
      backup_folder_slow: 'folder',
      backup_no_space: 'folder',
      backup_store_refused: 'folder',
      backup_store_foreign: 'folder',
    },
    onDone: () => showToast(common('common.saved')),
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <div className={styles['fields']}>
          <TextField
            field={form.field('folder')}
            label={t('folder')}
            hint={t('folderHint')}
            autoComplete="off"
          />
          <TextField field={form.field('minute_of_day')} label={t('at')} hint={t('timeHint')} />
          <TextField field={form.field('retained')} label={t('retained')} inputMode="numeric" />
          <Picker
            label={t('drillDay')}
            value={day}
            choices={days.map((value) => ({ value, label: t(`day.${value}`) }))}
            onChange={setDay}
          />
          <TextField field={form.field('drill_minute')} label={t('drillAt')} hint={t('timeHint')} />
        </div>
        <div className={styles['toggles']}>
          {switches.map((name) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={on[name]}
                onChange={({ target }) => setOn({ ...on, [name]: target.checked })}
              />
              <span>{t(name)}</span>
            </label>
          ))}
        </div>
        <div>
          <Button look="primary" type="submit" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      </FormBody>
    </form>
  )
}
