import { useState } from 'react'
import { consoleTimeline } from '#contract/console/timeline.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useNowSec } from '#console/session/now.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Picker } from '#console/ui/picker.tsx'
import type { TimelineDay } from './timeline-data.ts'
import { useTimelineText } from './timeline-text.ts'
import styles from './timeline.module.css'

type Period = 'day' | 'rest' | 'on'

interface ShiftDialogProps {
  readonly cid: number
  readonly day: TimelineDay
  readonly onClose: () => void
}

/** Shifts the programmes of a channel in a period. */
export function ShiftDialog({ cid, day, onClose }: ShiftDialogProps) {
  const t = useTimelineText()
  const base = useText()
  const nowSec = useNowSec()
  const { confirm, refresh } = useSending('guide')
  const isToday = nowSec >= day.begin && nowSec < day.end
  const [period, setPeriod] = useState<Period>(isToday ? 'rest' : 'day')
  const periods = {
    day: { from: day.begin, to: day.end },
    rest: { from: nowSec, to: day.end },
    on: { from: isToday ? nowSec : day.begin, to: null },
  }
  const form = useForm(
    consoleTimeline.shift,
    { minutes: '' },
    {
      toInput: ({ minutes }) => ({ cid, minutes, ...periods[period] }),
      failureFields: { guide_shifted_too_far: 'minutes' },
      onDone: ({ change_id: changeId }) => {
        confirm(changeId, t('isShifted'))
        onClose()
        void refresh()
      },
    },
  )
  const choices: readonly Period[] = isToday ? ['rest', 'day', 'on'] : ['day', 'on']
  return (
    <Dialog title={t('shiftTitle')} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <p className={styles['about']}>{t('shiftText')}</p>
          <TextField
            field={form.field('minutes')}
            label={t('shiftMinutes')}
            hint={t('shiftHint')}
            isFocused
          />
          <Picker<Period>
            label={t('period')}
            value={period}
            choices={choices.map((value) => ({
              value,
              label: t(value === 'on' && !isToday ? 'period.onDay' : `period.${value}`),
            }))}
            onChange={setPeriod}
          />
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {t('shiftDo')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
    </Dialog>
  )
}
