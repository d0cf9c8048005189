/** How the times of a guide are read; it is compared once more. */
import { useState } from 'react'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import type { GuideDraft, HowToRead } from './draft-data.ts'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import styles from './guide-drafts.module.css'

interface DraftTimesProps {
  readonly draft: GuideDraft
  readonly isBusy: boolean
  readonly onRead: (how: HowToRead) => Promise<void>
}

export function DraftTimes({ draft, isBusy, onRead }: DraftTimesProps) {
  const t = useGuideDraftsText()
  const [zone, setZone] = useState(draft.zone)
  const [shift, setShift] = useState(String(draft.shift_min))
  const minutes = Number(shift)
  const isRight = zone.trim() !== '' && Number.isInteger(minutes) && Math.abs(minutes) <= 1440
  return (
    <details className={styles['times']}>
      <summary>{t('times')}</summary>
      <p>{t('timesText')}</p>
      <form
        className={styles['how']}
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight) void onRead({ zone: zone.trim(), shift_min: minutes })
        }}
      >
        <TextField
          field={{ id: 'guide-zone', name: 'zone', value: zone, problem: undefined, onChange: setZone }}
          label={t('zone')}
          hint={t('zoneHint')}
        />
        <TextField
          field={{ id: 'guide-shift', name: 'shift', value: shift, problem: undefined, onChange: setShift }}
          label={t('shift')}
        />
        <Button type="submit" isPending={isBusy} isDisabled={!isRight}>
          {t('readAgain')}
        </Button>
      </form>
    </details>
  )
}
