/** `/link`: a logged-in viewer lets a television log in by the code on its screen. */
import { useEffect, useRef } from 'react'
import { deviceLimit } from '#contract/form/constants.ts'
import { pathOf } from '#contract/form/pages.ts'
import { DeviceChooser } from '#web/features/devices/device-chooser.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Icon, type IconName } from '#web/ui/controls/icon.tsx'
import { AskingDevice } from './device-to-allow.tsx'
import { maskedCode } from './link-code.ts'
import type { LinkState } from './link-flow.ts'
import { useTvLoginText } from './tv-login-text.ts'
import { useLink } from './use-link.ts'
import styles from './link-screen.module.css'
import { Form } from '#web/features/forms/form.tsx'

export function LinkScreen() {
  const t = useTvLoginText()
  const { digits, state, type, look, decide, restart } = useLink()
  const card = useFocusOnChange(state.kind)
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('linkTitle')}</h1>
      <div className={styles.card} ref={card} tabIndex={-1}>
        {(state.kind === 'typing' || state.kind === 'finding') && (
          <CodeForm digits={digits} state={state} onType={type} onSubmit={look} />
        )}
        {state.kind === 'found' && (
          <AskingDevice
            code={maskedCode(digits)}
            state={state}
            onDecide={(allow) => void decide(allow)}
            onOther={restart}
          />
        )}
        {state.kind === 'full' && (
          <Full state={state} onChoose={(deviceId) => void decide(true, deviceId)} onOther={restart} />
        )}
        {state.kind === 'allowed' && (
          <Done icon="check" title={t('allowed')} text={t('allowedText')} onOther={restart} />
        )}
        {state.kind === 'sent_away' && (
          <Done icon="lock" title={t('sentAway')} text={t('sentAwayText')} onOther={restart} />
        )}
      </div>
    </div>
  )
}

/** Content that replaces a form is announced from its beginning; the first content shown takes no focus. */
function useFocusOnChange(kind: LinkState['kind']) {
  const card = useRef<HTMLDivElement>(null)
  const step = kind === 'finding' ? 'typing' : kind
  const seen = useRef(step)
  useEffect(() => {
    if (seen.current === step) return
    seen.current = step
    if (step !== 'typing') card.current?.focus({ preventScroll: true })
  }, [step])
  return card
}

interface CodeFormProps {
  readonly digits: string
  readonly state: Extract<LinkState, { kind: 'typing' | 'finding' }>
  readonly onType: (typed: string) => void
  readonly onSubmit: () => void
}

/**
 * The eighth digit starts the look-up; the button is for viewers who look for one and for correcting a wrong code.
 */
function CodeForm({ digits, state, onType, onSubmit }: CodeFormProps) {
  const t = useTvLoginText()
  const problem = state.kind === 'typing' ? state.problem : null
  return (
    <Form className={styles.form} isBusy={state.kind !== 'typing'} onSubmit={onSubmit}>
      <label className={styles.lead} htmlFor="link-code">
        {t('linkLead')}
      </label>
      <input
        id="link-code"
        className={styles.input}
        name="user_code"
        value={maskedCode(digits)}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        enterKeyHint="go"
        placeholder="0000-0000"
        aria-label={t('code')}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : 'link-code-problem'}
        onChange={(event) => onType(event.target.value)}
      />
      {problem !== null && (
        <p className={styles.problem} id="link-code-problem" role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary" size="l" wide disabled={state.kind === 'finding'}>
        {t(state.kind === 'finding' ? 'finding' : 'find')}
      </Button>
      <p className={styles.hint}>{t('onlyYours')}</p>
    </Form>
  )
}

interface FullProps {
  readonly state: Extract<LinkState, { kind: 'full' }>
  readonly onChoose: (deviceId: number) => void
  readonly onOther: () => void
}

function Full({ state, onChoose, onOther }: FullProps) {
  const t = useTvLoginText()
  return (
    <div className={styles.form}>
      <h2 className={styles.question}>{t('fullTitle')}</h2>
      <p className={styles.text}>{t('fullText', { limit: deviceLimit })}</p>
      {state.problem !== null && (
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
      )}
      <DeviceChooser devices={state.devices} busy={state.busy} onChoose={onChoose} />
      <Button variant="quiet" onClick={onOther}>
        {t('other')}
      </Button>
    </div>
  )
}

interface DoneProps {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly onOther: () => void
}

function Done({ icon, title, text, onOther }: DoneProps) {
  const t = useTvLoginText()
  return (
    <div className={styles.done} role="status">
      <span className={styles.sign} data-icon={icon}>
        <Icon name={icon} size={32} />
      </span>
      <h2 className={styles.question}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.buttons}>
        <ButtonLink to={pathOf('home')} wide>
          {t('toHome')}
        </ButtonLink>
        <Button variant="quiet" wide onClick={onOther}>
          {t('other')}
        </Button>
      </div>
    </div>
  )
}
