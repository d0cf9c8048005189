import { useState } from 'react'
import { consoleOverview } from '#contract/console/overview.ts'
import { consoleService } from '#contract/console/service.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useContentRefresh } from '#console/changes/use-undo.ts'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useSetupText } from './setup-text.ts'

/** Removes the content of the demo, while there is any. */
export function DemoSection() {
  const t = useSetupText()
  const mayAct = useMay()('settings', 'act')
  const refresh = useContentRefresh()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useCall(consoleService.demo, {})
  const remove = useAct(consoleService.removeDemo, {
    changes: [consoleService.demo, consoleOverview.needs],
    onDone: () => {
      setIsOpen(false)
      showToast(t('demoRemoved'))
      void refresh()
    },
    onFailed: (error) => {
      setIsOpen(false)
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  const demo = data?.demo ?? null
  if (demo === null || !mayAct) return null
  const { channels, titles, accounts } = demo
  return (
    <Section title={t('demo')} text={t('demoText', { channels, titles, accounts })}>
      <div>
        <Button look="danger" onPress={() => setIsOpen(true)}>
          {t('demoRemove')}
        </Button>
      </div>
      <Question
        title={t('demoRemove')}
        text={t('demoQuestion')}
        confirm={t('demoConfirm')}
        isOpen={isOpen}
        isBusy={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({})}
        onClose={() => setIsOpen(false)}
      />
    </Section>
  )
}
