import { Button } from '#console/ui/button.tsx'
import { CopyText } from '#console/ui/copy-text.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { useIntegrationsText } from './integrations-text.ts'
import styles from './integrations.module.css'

interface ShownOnceProps {
  readonly kind: 'key' | 'secret'
  readonly text: string
  readonly onClose: () => void
}

/** A key or a secret, which is shown now and never again: the dialog closes by its button only. */
export function ShownOnce({ kind, text, onClose }: ShownOnceProps) {
  const t = useIntegrationsText()
  const isKey = kind === 'key'
  return (
    <Dialog title={t(isKey ? 'keyMade' : 'hookMade')} isOpen>
      <div className={styles['once']}>
        <p>{t(isKey ? 'keyOnce' : 'secretOnce')}</p>
        <CopyText label={t(isKey ? 'key' : 'secret')} text={text} />
      </div>
      <DialogButtons>
        <Button look="primary" onPress={onClose}>
          {t('done')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
