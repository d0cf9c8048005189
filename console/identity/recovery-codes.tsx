import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { copyText } from '#console/ui/copy-text.tsx'
import { useIdentityText } from './identity-text.ts'
import styles from './identity.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onSaved: () => void
}

/** New recovery codes, which are shown this once: to copy, to print. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const t = useIdentityText()
  const base = useText()
  return (
    <div className={styles['steps']}>
      <p className={styles['hint']}>{t('codes.text')}</p>
      <ol className={`${styles['codes']} printed`} aria-label={t('codes.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles['row']}>
        <Button icon="copy" onPress={() => void copyText(codes.join('\n'))}>
          {base('common.copy')}
        </Button>
        <Button icon="print" onPress={() => print()}>
          {t('codes.print')}
        </Button>
      </div>
      <Button look="primary" isWide onPress={onSaved}>
        {t('codes.saved')}
      </Button>
    </div>
  )
}
