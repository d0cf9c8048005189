import { useRef } from 'react'
import { createPortal } from 'react-dom'
import type { ClientCommand } from '#contract/site/commands.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useText } from '#web/session/text.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { useCardKeys, useClosing, useOverlayPlace, useOverPage } from '#web/ui/dialogs/over-page.ts'
import styles from '#web/ui/dialogs/over-page.module.css'
import { useCommandText } from './command-text.ts'

interface StaffMessageProps {
  readonly message: ClientCommand
  readonly onClose: () => void
}

/**
 * A message over the page, also over a player in full screen. It takes no focus: OK and Back of a remote control and Esc
 * close it, every other key goes where it went before.
 */
export function StaffMessage({ message, onClose }: StaffMessageProps) {
  const t = useText()
  const words = useCommandText()
  const card = useRef<HTMLDivElement>(null)
  const place = useOverlayPlace()
  useOverPage(card)
  useClosing(onClose, message.stays_sec * 1000)
  useCardKeys(onClose, onClose)
  const content = (
    <div className={styles.card} ref={card} popover="manual" role="alert">
      <p className={styles.label}>{words('label')}</p>
      <p className={styles.text}>{message.text}</p>
      {isTelevision() ? (
        <p className={styles.hint}>{words('hint')}</p>
      ) : (
        <IconButton icon="close" label={t('dialog.close')} onClick={onClose} className={styles.close} />
      )}
    </div>
  )
  return place === null ? content : createPortal(content, place)
}
