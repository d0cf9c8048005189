import { consoleChanges } from '#contract/console/changes.ts'
import { consoleOutsideServices } from '#contract/console/outside-services.ts'
import { useUndo } from '#console/changes/use-undo.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useAct } from '#console/session/queries.ts'
import { Question } from '#console/ui/dialog.tsx'
import { showToast } from '#console/ui/toast.tsx'
import type { Service } from './services-data.ts'
import { useServicesText } from './services-text.ts'

interface RemoveProps {
  readonly service: Service
  readonly onClose: () => void
}

/** Removes a service, after what that will do was said. */
export function RemoveDialog({ service: { service, version }, onClose }: RemoveProps) {
  const t = useServicesText()
  const name = t(`s.${service}`)
  const undo = useUndo()
  const remove = useAct(consoleOutsideServices.remove, {
    changes: [consoleOutsideServices.list, consoleChanges.list],
    onDone: ({ change_id: changeId }) => {
      showToast(
        t('removed', { name }),
        changeId === 0 ? {} : { onUndo: () => void undo(changeId, 'services', name) },
      )
      onClose()
    },
    onFailed: (error) => {
      onClose()
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  return (
    <Question
      title={t('removeOf', { name })}
      text={t(`off.${service}`)}
      confirm={t('remove')}
      isOpen
      isBusy={remove.isPending}
      isDangerous
      onConfirm={() => remove.mutate({ service, version })}
      onClose={onClose}
    />
  )
}
