/** "Starts in five minutes" over what is watched, with a button that switches to it (FOLLOW-01). */
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Notification } from '#contract/site/notifications.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { useReminderText } from '#web/features/reminders/reminder-text.ts'
import { useCardKeys, useClosing, useOverlayPlace, useOverPage } from '#web/ui/dialogs/over-page.ts'
import styles from '#web/ui/dialogs/over-page.module.css'
import { isTelevision } from '#web/remote/television.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'

interface ReminderNoticeProps {
  readonly notice: Notification
  /** The channel it leads to. */
  readonly cid: number
  readonly onClose: () => void
}

/** Longer than other notices: a decision is wanted of somebody who watches. */
const staysMs = 20_000

/**
 * In the upper corner, where the player has no controls, also over a player in full screen. It takes no focus: with a remote
 * control OK switches and Back closes it; on the channel itself there is nothing to switch.
 */
export function ReminderNotice({ notice, cid, onClose }: ReminderNoticeProps) {
  const t = useReminderText()
  const navigate = useNavigate()
  const match = matchPage(useLocation().pathname)
  const isHere = match?.name === 'channel' && match.params['id'] === String(cid)
  const card = useRef<HTMLDivElement>(null)
  const place = useOverlayPlace()
  const open = () => {
    onClose()
    if (!isHere) void navigate(pathOf('channel', { id: cid }, match?.language ?? null))
  }
  useOverPage(card)
  useClosing(onClose, staysMs)
  useCardKeys(onClose, isHere ? null : open)
  const content = (
    <div className={styles.card} ref={card} popover="manual" role="alert">
      <p className={styles.label}>{notice.title}</p>
      <p className={styles.text}>{notice.body}</p>
      {isTelevision() ? (
        !isHere && <p className={styles.hint}>{t('hint')}</p>
      ) : (
        <>
          {!isHere && (
            <Button variant="primary" className={styles.action} onClick={open}>
              {t('switchOver')}
            </Button>
          )}
          <IconButton icon="close" label={t('close')} onClick={onClose} className={styles.close} />
        </>
      )}
    </div>
  )
  return place === null ? content : createPortal(content, place)
}
