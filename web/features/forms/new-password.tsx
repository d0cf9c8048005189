/** A new password: its rules are ticked off and its strength is shown while it is typed; pasting is allowed. */
import { passwordMin } from '#contract/form/constants.ts'
import { PasswordField } from './fields.tsx'
import { Rule, RuleList } from './rule-list.tsx'
import { useRegisterText } from './register-text.ts'
import { useStrength } from './use-strength.ts'
import styles from './new-password.module.css'

interface NewPasswordProps {
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  /** Personal data the password must not contain: the phone, the name. */
  readonly about: readonly string[]
  readonly onChange: (value: string) => void
}

const words = ['strength0', 'strength1', 'strength2', 'strength3', 'strength4'] as const
/** From this score on a password is not a common one. */
const fair = 2

export function NewPassword({ label, value, problem, about, onChange }: NewPasswordProps) {
  const t = useRegisterText()
  const score = useStrength(value, about)
  const isLong = [...value].length >= passwordMin
  const isFair = score !== null && score >= fair
  const metWords = (isMet: boolean) => t(isMet ? 'ruleKept' : 'ruleNotKept')
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
      <RuleList size="small">
        <Rule size="small" isMet={isLong} spoken={metWords(isLong)}>
          {t('ruleLength', { count: passwordMin })}
        </Rule>
        <Rule size="small" isMet={isFair} spoken={metWords(isFair)}>
          {t('ruleGuess')}
        </Rule>
      </RuleList>
    </div>
  )
}
