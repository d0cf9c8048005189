import { Button } from '#web/ui/controls/button.tsx'
import { useTvLoginText } from './tv-login-text.ts'
import styles from './use-code.module.css'

/** The button from the password form back to the code. */
export function UseCode({ onUse }: { readonly onUse: () => void }) {
  const t = useTvLoginText()
  return (
    <Button className={styles.other} size="l" wide onClick={onUse}>
      {t('withPhone')}
    </Button>
  )
}
