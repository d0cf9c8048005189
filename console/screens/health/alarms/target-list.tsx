import { Card, CardAbout, CardActs, CardList } from '#console/ui/card-list.tsx'
import { useState } from 'react'
import { consoleAlarms } from '#contract/console/alarms.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useMay } from '#console/session/session.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Dialog, Question } from '#console/ui/dialog.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useAlarmsText } from './alarms-text.ts'
import { TargetForm } from './target-form.tsx'
import { useAlarmAct, useAlarmRefresh } from './use-alarm-act.ts'

type Settings = ResponseOf<typeof consoleAlarms.rules>
type Target = Settings['targets'][number]

export function TargetList({ settings }: { readonly settings: Settings }) {
  const t = useAlarmsText()
  const mayEdit = useMay()('health', 'edit')
  const [edited, setEdited] = useState<Target | 'new'>()
  const close = () => setEdited(undefined)
  return (
    <Section
      title={t('targets')}
      text={t('targetsText')}
      acts={mayEdit ? <Button onPress={() => setEdited('new')}>{t('addTarget')}</Button> : undefined}
    >
      {settings.targets.length === 0 ? (
        <p>{t('noTarget')}</p>
      ) : (
        <CardList>
          {settings.targets.map((target) => (
            <TargetItem key={target.target_id} target={target} onEdit={() => setEdited(target)} />
          ))}
        </CardList>
      )}
      <Dialog title={t('editTarget')} isOpen={edited !== undefined} onClose={close}>
        {edited === undefined ? null : (
          <TargetForm
            target={edited === 'new' ? undefined : edited}
            canSend={settings.can_send}
            onClose={close}
          />
        )}
      </Dialog>
    </Section>
  )
}

function TargetItem({ target, onEdit }: { readonly target: Target; readonly onEdit: () => void }) {
  const t = useAlarmsText()
  const act = useAlarmAct()
  const may = useMay()
  const [isRemoving, setIsRemoving] = useState(false)
  const { target_id: targetId, kind, name, address } = target
  return (
    <Card>
      <CardAbout>
        <strong>{name}</strong>
        <small>
          {t(`way.${kind}`)} · {address}
        </small>
      </CardAbout>
      <CardActs>
        {may('health', 'act') ? <TestButton targetId={targetId} /> : null}
        {may('health', 'edit') ? (
          <>
            <IconButton icon="log" label={t('edit', { name })} onPress={onEdit} />
            <IconButton icon="close" label={t('remove', { name })} onPress={() => setIsRemoving(true)} />
          </>
        ) : null}
      </CardActs>
      <Question
        title={t('removeAsk', { name })}
        text={t('removeTargetText')}
        confirm={t('removeDo')}
        isOpen={isRemoving}
        isDangerous
        onClose={() => setIsRemoving(false)}
        onConfirm={() => {
          setIsRemoving(false)
          void act(consoleAlarms.removeTarget, { target_id: targetId }, t('removed'))
        }}
      />
    </Card>
  )
}

function TestButton({ targetId }: { readonly targetId: number }) {
  const t = useAlarmsText()
  const refresh = useAlarmRefresh()
  const [isBusy, setIsBusy] = useState(false)
  const test = async () => {
    setIsBusy(true)
    try {
      const { is_sent: isSent, problem } = await call(consoleAlarms.testTarget, { target_id: targetId })
      showToast(isSent ? t('tested') : t('testFailed', { problem }), { isProblem: !isSent })
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) showToast(error.message, { isProblem: true })
    }
    setIsBusy(false)
    await refresh()
  }
  return (
    <Button isPending={isBusy} onPress={() => void test()}>
      {t('test')}
    </Button>
  )
}
