import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Button } from '#console/ui/button.tsx'
import { CopyText } from '#console/ui/copy-text.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import type { MadeLink } from './member-acts.tsx'
import { useStaffText } from './staff-text.ts'
import styles from './staff.module.css'

interface LinkDialogProps {
  readonly made: MadeLink | undefined
  readonly onClose: () => void
}

/** A link that was just made, to copy: it is shown this once. */
export function LinkDialog({ made, onClose }: LinkDialogProps) {
  const t = useStaffText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (made === undefined) return null
  const moment = formatMoment(made.expires_at, language, nowSec)
  return (
    <Dialog title={t('linkTitle')} isOpen isWide>
      <p className={styles['lead']}>{t('linkText', { moment })}</p>
      {/* Without EKRAN_PUBLIC_URL the link begins at the root of this site. */}
      <CopyText label={t('link')} text={new URL(made.link, location.origin).href} />
      <DialogButtons>
        <Button look="primary" onPress={onClose}>
          {t('done')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
