/** Profiles and the account's PIN, in the cabinet (PROF-01, PROF-03). */
import { useState } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import { profiles } from '#contract/accounts/profiles.ts'
import { Avatar } from '#web/profiles/avatar.tsx'
import { NewPinDialog } from '#web/profiles/new-pin-dialog.tsx'
import { useProfilesText } from '#web/profiles/profiles-text.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import styles from './cabinet-screen.module.css'
import own from './profiles-card.module.css'

/** Shown once the present state is known to the page. */
export function ProfilesCard() {
  const t = useProfilesText()
  const from = useHere()
  const state = useCall(profiles.list, {})
  const [open, setOpen] = useState<'set' | 'remove'>()
  const [busy, setBusy] = useState(false)
  if (state.kind !== 'ok') return null
  const { profiles: list, pin } = state.data
  const isSet = pin.is_set === 1
  const switchPurchases = async (isOn: boolean) => {
    setBusy(true)
    const result = await call(profiles.purchases, { on_purchases: isOn ? 1 : 0 })
    setBusy(false)
    if (result.kind === 'refused') showToast(result.message)
    if (result.kind === 'unreachable') showToast(t('failed'))
    forgetResponses(profiles.list.path)
    state.retry()
  }
  return (
    <section className={styles.card} data-profiles="">
      <h2 className={styles.label}>{t('card')}</h2>
      <p className={styles.text}>{t('cardText')}</p>
      <div className={own.faces} aria-hidden="true">
        {list.map((profile) => (
          <Avatar key={profile.no} face={profile} className={own.face} />
        ))}
      </div>
      <ButtonLink to={pathOf('profiles')} state={{ from }}>
        {t('open')}
      </ButtonLink>
      <p className={styles.text}>{t('pinText')}</p>
      {isSet && (
        <Switch
          isOn={pin.on_purchases === 1}
          label={t('onPurchases')}
          disabled={busy}
          onSwitch={(isOn) => void switchPurchases(isOn)}
        />
      )}
      <div className={own.actions} data-row="">
        <Button onClick={() => setOpen('set')}>{t(isSet ? 'changePin' : 'setPin')}</Button>
        {isSet && (
          <Button variant="quiet" onClick={() => setOpen('remove')}>
            {t('removePin')}
          </Button>
        )}
      </div>
      {open !== undefined && (
        <NewPinDialog
          isSet={isSet}
          removes={open === 'remove'}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            state.retry()
          }}
        />
      )}
    </section>
  )
}
