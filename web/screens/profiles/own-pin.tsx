/** The PIN of one profile. */
import { useState } from 'react'
import type { Profile } from '#contract/accounts/profiles.ts'
import { NewPinDialog } from '#web/profiles/new-pin-dialog.tsx'
import { useProfilesText } from '#web/profiles/profiles-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './profile-editor.module.css'

interface OwnPinProps {
  readonly profile: Profile
  readonly onChange: () => void
}

export function OwnPin({ profile, onChange }: OwnPinProps) {
  const t = useProfilesText()
  const [open, setOpen] = useState<'set' | 'remove'>()
  const isSet = profile.has_pin === 1
  return (
    <fieldset className={styles.part}>
      <legend>{t('ownPin')}</legend>
      <p className={styles.meta}>{t(isSet ? 'ownPinSet' : 'ownPinText')}</p>
      <div className={styles.pair} data-row="">
        <Button onClick={() => setOpen('set')}>{t(isSet ? 'changePin' : 'setPin')}</Button>
        {isSet && (
          <Button variant="quiet" onClick={() => setOpen('remove')}>
            {t('removePin')}
          </Button>
        )}
      </div>
      {open !== undefined && (
        <NewPinDialog
          no={profile.no}
          isSet={isSet}
          removes={open === 'remove'}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            onChange()
          }}
        />
      )}
    </fieldset>
  )
}
