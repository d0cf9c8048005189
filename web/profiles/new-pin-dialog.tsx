/** Setting, changing or removing a PIN: of the account, or of one profile. */
import { useState, type FormEvent } from 'react'
import { pinForm, profiles } from '#contract/accounts/profiles.ts'
import { PasswordField } from '#web/features/forms/fields.tsx'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { PinField } from './pin-field.tsx'
import { useProfilesText } from './profiles-text.ts'
import styles from './pin-dialog.module.css'

interface NewPinProps {
  /** Of which profile; undefined: the account's. */
  readonly no?: number | undefined
  /** Whether there is one now: it, or the account's password, is asked for. */
  readonly isSet: boolean
  /** Removes it instead. */
  readonly removes?: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

export function NewPinDialog(props: NewPinProps) {
  const t = useProfilesText()
  const { isSet, removes = false, onClose } = props
  return (
    <Dialog
      open
      title={t(removes ? 'removePin' : isSet ? 'changePin' : 'setPin')}
      className={styles.dialog}
      onClose={onClose}
    >
      <NewPinForm {...props} removes={removes} />
    </Dialog>
  )
}

interface Typed {
  readonly former: string
  readonly password: string
  readonly pin: string
  readonly again: string
}
type Problems = Partial<Record<keyof Typed, string>>

const nothing: Typed = { former: '', password: '', pin: '', again: '' }

function NewPinForm({ no, isSet, removes = false, onDone }: NewPinProps) {
  const t = useProfilesText()
  const [typed, setTyped] = useState(nothing)
  const [problems, setProblems] = useState<Problems>({})
  const [byPassword, setByPassword] = useState(false)
  const [busy, setBusy] = useState(false)
  const type = (next: Partial<Typed>) => {
    setProblems({})
    setTyped({ ...typed, ...next })
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!removes && !pinForm.test(typed.pin)) return setProblems({ pin: t('needDigits') })
    if (!removes && typed.pin !== typed.again) return setProblems({ again: t('notSame') })
    setBusy(true)
    const proof = !isSet ? {} : byPassword ? { password: typed.password } : { former_pin: typed.former }
    const result = await call(profiles.setPin, {
      ...(no === undefined ? {} : { no }),
      pin: removes ? '' : typed.pin,
      ...proof,
    })
    setBusy(false)
    if (result.kind === 'unreachable') return showToast(t('failed'))
    if (result.kind === 'refused') return setProblems(placed(result.message, isSet, byPassword))
    forgetResponses(profiles.list.path)
    showToast(t(removes ? 'pinRemoved' : 'pinSaved'))
    onDone()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      {isSet && (
        <>
          {byPassword ? (
            <PasswordField
              name="old"
              label={t('orPassword')}
              value={typed.password}
              problem={problems.password}
              autoComplete="current-password"
              onChange={(password) => type({ password })}
            />
          ) : (
            <PinField
              label={t('formerPin')}
              pin={typed.former}
              problem={problems.former}
              hasKeys={false}
              onPin={(former) => type({ former })}
            />
          )}
          <Button variant="quiet" onClick={() => setByPassword(!byPassword)}>
            {t(byPassword ? 'byPin' : 'byPassword')}
          </Button>
        </>
      )}
      {!removes && (
        <>
          <PinField
            label={t('newPin')}
            pin={typed.pin}
            problem={problems.pin}
            hasKeys={false}
            onPin={(pin) => type({ pin })}
          />
          <PinField
            label={t('newPinAgain')}
            pin={typed.again}
            problem={problems.again}
            hasKeys={false}
            onPin={(again) => type({ again })}
          />
        </>
      )}
      <Button type="submit" variant="primary" wide disabled={busy}>
        {t(removes ? 'removePin' : 'save')}
      </Button>
    </form>
  )
}

/** A refusal concerns what proves the viewer, where something does. */
function placed(message: string, isSet: boolean, byPassword: boolean): Problems {
  return !isSet ? { pin: message } : byPassword ? { password: message } : { former: message }
}
