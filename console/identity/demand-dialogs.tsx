/** The dialogs of what the server demands in the middle of a request (`session/demands.ts`). */
import { useState } from 'react'
import { consoleOwn } from '#contract/console/own.ts'
import { consoleEntry } from '#contract/console/entry.ts'
import { call } from '#console/session/call.ts'
import { settleDemand, useDemand } from '#console/session/demands.ts'
import { useCall } from '#console/session/queries.ts'
import { useLoggedIn, useSessionRefresh } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { useIdentityText } from './identity-text.ts'
import { LoginSteps } from './login-steps.tsx'
import { SecondFactor, type Way } from './second-factor.tsx'
import styles from './identity.module.css'

/** Shows the dialog of the current demand, if there is one. */
export function DemandDialogs() {
  const demand = useDemand()
  if (demand === 'login') return <LoginDialog />
  return demand === 'step_up' ? <StepUpDialog /> : null
}

/** Over the page, which keeps everything that was typed. */
function LoginDialog() {
  const t = useIdentityText()
  const { staff } = useLoggedIn()
  const refresh = useSessionRefresh()
  const [title, setTitle] = useState<string>(t('ended.title'))
  const complete = async () => {
    // The permissions may have changed; the page must not end up with another person's.
    const state = await refresh().catch(() => undefined)
    if (state?.staff?.staff_id === staff.staff_id) settleDemand(true)
    else location.reload()
  }
  const leave = async () => {
    await call(consoleEntry.logOut, {}, { isGuarded: false }).catch(() => undefined)
    location.reload()
  }
  return (
    <Dialog title={title} isOpen>
      <p className={styles['hint']}>{t('ended.text')}</p>
      <LoginSteps
        initial={{ stage: null, factors: [] }}
        fixedLogin={staff.login}
        onStep={setTitle}
        onComplete={() => void complete()}
      />
      <div className={styles['others']}>
        <Button look="quiet" onPress={() => void leave()}>
          {t('ended.leave')}
        </Button>
      </div>
    </Dialog>
  )
}

function StepUpDialog() {
  const t = useIdentityText()
  const refresh = useSessionRefresh()
  const { data, error, refetch } = useCall(consoleOwn.factors, {}, { isGuarded: false })
  const ways: readonly Way[] = [
    ...(data?.totp ? (['totp'] as const) : []),
    ...(data !== undefined && data.passkeys.length > 0 ? (['passkey'] as const) : []),
    'password',
  ]
  const proven = () => {
    settleDemand(true)
    void refresh().catch(() => undefined)
  }
  return (
    <Dialog title={t('stepUp.title')} isOpen onClose={() => settleDemand(false)}>
      <p className={styles['hint']}>{t('stepUp.text')}</p>
      {error !== null ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={3} />
      ) : (
        <SecondFactor
          purpose="step_up"
          ways={ways}
          onProven={proven}
          // The session has ended meanwhile: the request that waits meets that when it is sent again.
          onEnded={() => settleDemand(true)}
        />
      )}
    </Dialog>
  )
}
