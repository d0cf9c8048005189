import type { ReactNode } from 'react'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { useTextState } from './acts/act-form.tsx'

interface ReasonDialogProps {
  readonly title: string
  readonly text: ReactNode
  readonly reasonLabel: string
  readonly actLabel: string
  readonly isPending: boolean
  readonly onAct: (reason: string) => void
  readonly onClose: () => void
}

/** Asks before an act on a subscriber, and for its reason, without which it is not done. */
export function ReasonDialog({
  title,
  text,
  reasonLabel,
  actLabel,
  isPending,
  onAct,
  onClose,
}: ReasonDialogProps) {
  const base = useText()
  const reason = useTextState('reason', '')
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p>{text}</p>
      <TextArea field={reason} label={reasonLabel} rows={2} />
      <DialogButtons>
        <Button onPress={onClose}>{base('common.cancel')}</Button>
        <Button
          look="primary"
          isDisabled={reason.value.trim() === ''}
          isPending={isPending}
          onPress={() => onAct(reason.value)}
        >
          {actLabel}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
