/** A new password: its rules are ticked off and its strength is shown while it is typed; nothing blocks a paste. */
import { passwordMin } from '#contract/form/constants.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { PasswordField } from './fields.tsx'
import { useRegisterText } from './register-text.ts'
import { useStrength } from './use-strength.ts'
import styles from './new-password.module.css'

interface NewPasswordProps {
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  /** What it must not be: the phone, the name. */
  readonly about: readonly string[]
  readonly onChange: (value: string) => void
}

const words = ['strength0', 'strength1', 'strength2', 'strength3', 'strength4'] as const
/** From here on it is no password that everybody tries. */
const fair = 2

export function NewPassword({ label, value, problem, about, onChange }: NewPasswordProps) {
  const t = useRegisterText()
  const score = useStrength(value, about)
  return (
    <div>
      <PasswordField
        name="password"
        label={label}
        value={value}
        problem={problem}
        autoComplete="new-password"
        onChange={onChange}
      />
      <div className={styles.bar} data-score={score ?? undefined} aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <p className={styles.word} aria-live="polite">
        {score === null ? '' : t('strength', { word: t(words[score] ?? 'strength0') })}
      </p>
      <ul className={styles.rules}>
        <Rule isMet={[...value].length >= passwordMin}>{t('ruleLength', { count: passwordMin })}</Rule>
        <Rule isMet={score !== null && score >= fair}>{t('ruleGuess')}</Rule>
      </ul>
    </div>
  )
}

function Rule({ isMet, children }: { readonly isMet: boolean; readonly children: string }) {
  const t = useRegisterText()
  return (
    <li className={styles.rule} data-kept={isMet ? '' : undefined}>
      {isMet ? <Icon name="check" size={16} /> : <span className={styles.ring} />}
      <span>
        {children}
        <span className="spoken">: {t(isMet ? 'ruleKept' : 'ruleNotKept')}</span>
      </span>
    </li>
  )
}
