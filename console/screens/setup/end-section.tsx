import { consoleOverview } from '#contract/console/overview.ts'
import { consoleService } from '#contract/console/service.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useAct } from '#console/session/queries.ts'
import { useMay, useSessionRefresh } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { ChannelsOff, type Off, isMajorityOff } from './channels-off.tsx'
import { useSetupText } from './setup-text.ts'

interface EndSectionProps {
  /** Every step is done. */
  readonly isComplete: boolean
  readonly off: Off
}

/** Ends the first run: its page leaves the top of the menu, the watched folder begins. */
export function EndSection({ isComplete, off }: EndSectionProps) {
  const t = useSetupText()
  const mayEdit = useMay()('settings', 'edit')
  const refreshSession = useSessionRefresh()
  const end = useAct(consoleService.endFirstRun, {
    changes: [consoleOverview.needs],
    onDone: () => {
      showToast(t('ended'))
      void refreshSession()
    },
    onFailed: (error) => {
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  if (!mayEdit) return null
  return (
    <Section
      title={t(!isComplete ? 'endEarly' : isMajorityOff(off) ? 'endOff' : 'endDone')}
      text={t('endText')}
    >
      {isComplete && off !== null ? <ChannelsOff channels={off} /> : null}
      <div>
        <Button
          look={isComplete && !isMajorityOff(off) ? 'primary' : 'plain'}
          isPending={end.isPending}
          onPress={() => end.mutate({})}
        >
          {t(isComplete ? 'end' : 'endSkip')}
        </Button>
      </div>
    </Section>
  )
}
