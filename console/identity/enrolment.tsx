import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Button } from '#console/ui/button.tsx'
import { Icon } from '#console/ui/icons.tsx'
import { useIdentityText } from './identity-text.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpPasskey } from './set-up-passkey.tsx'
import { SetUpTotp } from './set-up-totp.tsx'
import styles from './identity.module.css'

type Kind = 'totp' | 'passkey'

interface EnrolmentProps {
  /** Names the step of now, for its heading. */
  readonly onStep: (title: string) => void
  readonly onComplete: () => void
}

/** The first second factor: a choice of its kind, its set-up, the recovery codes. */
export function Enrolment({ onStep, onComplete }: EnrolmentProps) {
  const t = useIdentityText()
  const [kind, setKind] = useState<Kind>()
  const [codes, setCodes] = useState<readonly string[]>()
  const choose = (next: Kind | undefined) => {
    setKind(next)
    onStep(t(next === undefined ? 'enrol.title' : `${next}.title`))
  }
  const onAdded = (recoveryCodes: readonly string[]) => {
    if (recoveryCodes.length === 0) return onComplete()
    setCodes(recoveryCodes)
    onStep(t('codes.title'))
  }
  if (codes !== undefined) return <RecoveryCodes codes={codes} onSaved={onComplete} />
  if (kind === undefined) return <Kinds onChoose={choose} />
  const SetUp = kind === 'totp' ? SetUpTotp : SetUpPasskey
  return (
    <div className={styles['steps']}>
      <SetUp isGuarded={false} onAdded={onAdded} />
      <div className={styles['others']}>
        <Button look="quiet" icon="back" onPress={() => choose(undefined)}>
          {t('back')}
        </Button>
      </div>
    </div>
  )
}

function Kinds({ onChoose }: { readonly onChoose: (kind: Kind) => void }) {
  const t = useIdentityText()
  return (
    <div className={styles['ways']}>
      <p className={styles['hint']}>{t('enrol.text')}</p>
      {(['totp', 'passkey'] as const).map((kind) => (
        <AriaButton key={kind} className={styles['way'] ?? ''} onPress={() => onChoose(kind)}>
          <Icon name={kind === 'totp' ? 'phone' : 'key'} size={24} />
          <span>
            <span>{t(`enrol.${kind}`)}</span>
            <span>{t(`enrol.${kind}Text`)}</span>
          </span>
        </AriaButton>
      ))}
    </div>
  )
}
