import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useText } from '#console/session/text.ts'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  /** Called by Escape, a press outside and the close button. Without it the dialog closes only by what it is for. */
  readonly onClose?: () => void
  readonly isWide?: boolean
  /** A question that must be answered. */
  readonly role?: 'dialog' | 'alertdialog'
  readonly children: ReactNode
}

/** A dialog over the page; on phones it is at the bottom. The focus stays in it and returns afterwards. */
export function Dialog({ title, isOpen, onClose, isWide = false, role = 'dialog', children }: DialogProps) {
  const t = useText()
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose?.()
      }}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      className={styles['overlay'] ?? ''}
    >
      <Modal className={classes(styles['modal'], isWide && styles['wide'])}>
        <AriaDialog role={role} className={styles['dialog'] ?? ''}>
          <header className={styles['header']}>
            <Heading slot="title">{title}</Heading>
            {onClose === undefined ? null : (
              <IconButton icon="close" label={t('common.close')} onPress={onClose} slot={null} />
            )}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface QuestionProps {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly isOpen: boolean
  readonly isBusy?: boolean
  readonly isDangerous?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** A question before an act. */
export function Question({
  title,
  text,
  confirm,
  isOpen,
  isBusy = false,
  isDangerous = false,
  ...on
}: QuestionProps) {
  const t = useText()
  return (
    <Dialog title={title} isOpen={isOpen} onClose={on.onClose} role="alertdialog">
      <p className={styles['text']}>{text}</p>
      <DialogButtons>
        <Button onPress={on.onClose}>{t('common.cancel')}</Button>
        <Button look={isDangerous ? 'danger' : 'primary'} isPending={isBusy} onPress={on.onConfirm}>
          {confirm}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** The row of buttons at the end of a dialog. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles['buttons']}>{children}</div>
}
