/** The phone that a code is sent to; a registration also requires the terms. */
import { useId, useState, type ReactNode } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import { Link } from '#web/router/router.ts'
import { appPackage } from '#web/state/app-package.ts'
import { absoluteAtServer } from '#web/state/site-address.ts'
import { formatPosition } from '#web/i18n/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { isTelevision } from '#web/remote/television.ts'
import { MaskedField, Problem, useFieldFocus } from '#web/features/forms/fields.tsx'
import { FormTrouble, useRest } from '#web/screens/login/flow/form-trouble.tsx'
import { keep, useSaved } from '#web/screens/login/flow/stored-steps.ts'
import { useLoginText } from '#web/features/forms/login-text.ts'
import { typePhone } from '#web/features/forms/phone-mask.ts'
import { useRegisterText } from '#web/features/forms/register-text.ts'
import { noTrouble, type Trouble } from '#web/features/forms/trouble.ts'
import { phoneOf } from '#web/screens/login/flow/who.ts'
import styles from '#web/screens/login/flow/login-screen.module.css'
import { Form } from '#web/features/forms/form.tsx'

/** The action in progress. */
export type Busy = null | 'sending' | 'robot' | 'checking' | 'finishing'

interface PhoneStepProps {
  readonly withTerms: boolean
  readonly trouble: Trouble
  readonly busy: Busy
  readonly onTell: (trouble: Trouble) => void
  readonly onPhone: (phone: string) => void
  /** Content below the button, and a replacement for the text above it. */
  readonly children?: ReactNode
  readonly remedy?: ReactNode
}

export function PhoneStep(props: PhoneStepProps) {
  const { withTerms, trouble, busy, onTell, onPhone, children, remedy } = props
  const t = useRegisterText()
  const login = useLoginText()
  const { phone, terms } = useSaved()
  const [written, setWritten] = useState({ text: phone, caret: phone.length })
  const form = useFieldFocus(trouble)
  const rest = useRest(trouble)
  const write = (text: string, caret: number) => {
    const typed = typePhone(written.text, { text, caret })
    setWritten(typed)
    keep({ phone: typed.text })
  }
  const submit = () => {
    const meant = phoneOf(written.text)
    const isEmpty = written.text.replace('+998', '').trim() === ''
    const fields = {
      ...(meant === null ? { phone: isEmpty ? t('needPhone') : login('badPhone') } : {}),
      ...(withTerms && !terms ? { terms: t('needTerms') } : {}),
    }
    if (meant === null || Object.keys(fields).length > 0) onTell({ fields })
    else onPhone(meant)
  }
  return (
    <Form ref={form} className={styles.form} isBusy={busy !== null || rest > 0} onSubmit={submit}>
      <MaskedField
        name="phone"
        label={t('phone')}
        written={written}
        problem={trouble.fields.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+998"
        maxLength={40}
        onFocus={() => written.text === '' && write('+998 ', 5)}
        onBlur={() => written.text.trim() === '+998' && write('', 0)}
        onWrite={({ text, caret }) => {
          write(text, caret)
          if (trouble.fields.phone !== undefined) onTell(noTrouble)
        }}
      />
      {withTerms && <Terms problem={trouble.fields.terms} onTell={onTell} />}
      <FormTrouble trouble={trouble}>{remedy}</FormTrouble>
      <Button
        type="submit"
        data-first=""
        variant="primary"
        size="l"
        wide
        disabled={busy !== null || rest > 0}
      >
        {rest > 0
          ? t('getCodeIn', { time: formatPosition(rest) })
          : busy === null || busy === 'checking' || busy === 'finishing'
            ? t('getCode')
            : t(busy)}
      </Button>
      <BusyWords busy={busy} />
      {children}
    </Form>
  )
}

/** The progress is announced too: the button that shows it is disabled and has no focus. */
export function BusyWords({ busy }: { readonly busy: Busy }) {
  const t = useRegisterText()
  return (
    <p className="spoken" role="status">
      {busy === 'robot' || busy === 'sending' ? t(busy) : ''}
    </p>
  )
}

/** Accepted by one press; the terms open beside the form, whose values are stored in any case. */
function Terms({
  problem,
  onTell,
}: {
  readonly problem: string | undefined
  readonly onTell: (trouble: Trouble) => void
}) {
  const t = useRegisterText()
  const { terms } = useSaved()
  const id = useId()
  const inNewWindow = !isTelevision()
  const agree = (isAgreed: boolean) => {
    keep({ terms: isAgreed })
    if (problem !== undefined) onTell(noTrouble)
  }
  return (
    <div className={styles.terms}>
      <label className={styles.check}>
        <input
          type="checkbox"
          name="terms"
          checked={terms}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => agree(target.checked)}
          onKeyDown={(event) => {
            // A remote control has only Enter for pressing.
            if (event.key !== 'Enter' || inNewWindow) return
            event.preventDefault()
            agree(!terms)
          }}
        />
        <span className={styles.box}>
          <Icon name="check" size={20} />
        </span>
        <span>
          {t('terms')}{' '}
          {inNewWindow ? (
            // A phone's app has no page of its own beside the form: the site's is opened.
            <a
              className={styles.link}
              href={appPackage() === null ? pathOf('policy') : absoluteAtServer(pathOf('policy'))}
              target="_blank"
              rel="noopener"
            >
              {t('termsLink')}
              <span className="spoken"> {t('newWindow')}</span>
            </a>
          ) : (
            <Link className={styles.link} to={pathOf('policy')}>
              {t('termsLink')}
            </Link>
          )}
        </span>
      </label>
      <Problem id={`${id}-problem`} problem={problem} />
    </div>
  )
}
