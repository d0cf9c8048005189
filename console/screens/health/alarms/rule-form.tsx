import { useState } from 'react'
import { alarmProblems, consoleAlarms } from '#contract/console/alarms.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useAlarmsText } from './alarms-text.ts'
import { CheckList } from '#console/ui/check-list.tsx'
import { minuteOf, timeOf } from './time-of-day.ts'
import { useAlarmRefresh } from './use-alarm-act.ts'
import styles from './alarms.module.css'

type Settings = ResponseOf<typeof consoleAlarms.rules>
type Kind = (typeof alarmProblems)[number]

/** Nobody can watch: what a first rule is about. */
const firstKinds: readonly Kind[] = ['recorder_off', 'no_signal', 'stale', 'black', 'frozen', 'slate']

interface RuleFormProps {
  /** Undefined for a new one. */
  readonly rule: Settings['rules'][number] | undefined
  readonly targets: Settings['targets']
  readonly onClose: () => void
}

export function RuleForm({ rule, targets, onClose }: RuleFormProps) {
  const t = useAlarmsText()
  const common = useText()
  const refresh = useAlarmRefresh()
  const [kinds, setKinds] = useState<readonly Kind[]>(rule?.kinds ?? firstKinds)
  const [targetIds, setTargetIds] = useState<readonly number[]>(
    rule?.target_ids ?? targets.map(({ target_id: id }) => id),
  )
  const [isOn, setIsOn] = useState(rule?.is_on ?? true)
  const timeText = (minute: number | null | undefined) =>
    minute === null || minute === undefined ? '' : timeOf(minute)
  const initial = {
    name: rule?.name ?? '',
    minutes: String(rule?.minutes ?? 2),
    quiet_from: timeText(rule?.quiet_from),
    quiet_until: timeText(rule?.quiet_until),
  }
  const form = useForm(consoleAlarms.saveRule, initial, {
    toInput: (values) => ({
      ...{ rule_id: rule?.rule_id ?? null, name: values.name, minutes: values.minutes, is_on: isOn },
      ...{ kinds: [...kinds], target_ids: [...targetIds] },
      // What is no time is refused at its field.
      quiet_from:
        minuteOf(values.quiet_from) === undefined ? values.quiet_from : (minuteOf(values.quiet_from) ?? null),
      quiet_until:
        minuteOf(values.quiet_until) === undefined
          ? values.quiet_until
          : (minuteOf(values.quiet_until) ?? null),
    }),
    onDone: () => {
      showToast(common('common.saved'))
      onClose()
      void refresh()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <TextField field={form.field('name')} label={t('name')} autoComplete="off" isFocused />
        <CheckList<Kind>
          label={t('kinds')}
          choices={alarmProblems.map((value) => ({ value, text: t(`problem.${value}`) }))}
          chosen={kinds}
          onChange={setKinds}
        />
        <div className={styles['row']}>
          <TextField field={form.field('minutes')} label={t('minutes')} inputMode="numeric" />
          <TextField field={form.field('quiet_from')} label={t('quietFrom')} hint={t('quietHint')} />
          <TextField field={form.field('quiet_until')} label={t('quietUntil')} hint={t('timeForm')} />
        </div>
        {targets.length === 0 ? null : (
          <CheckList<number>
            label={t('toWhom')}
            choices={targets.map(({ target_id: value, name: text }) => ({ value, text }))}
            chosen={targetIds}
            onChange={setTargetIds}
          />
        )}
        <label className={styles['toggle']}>
          <input type="checkbox" checked={isOn} onChange={({ target }) => setIsOn(target.checked)} />
          <span>{t('isOn')}</span>
        </label>
      </FormBody>
      <DialogButtons>
        <Button onPress={onClose}>{common('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={form.isBusy} isDisabled={kinds.length === 0}>
          {common('common.save')}
        </Button>
      </DialogButtons>
    </form>
  )
}
