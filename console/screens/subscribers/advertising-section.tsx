import { consoleTemplates } from '#contract/console/templates.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useSubscribersText } from './words/subscribers-text.ts'

/** Whether a subscriber gets advertising, for those who may see messages. */
export function Advertising({ accountId }: { readonly accountId: number }) {
  const may = useMay()
  return may('messages', 'view') ? <Choice accountId={accountId} /> : null
}

function Choice({ accountId }: { readonly accountId: number }) {
  const t = useSubscribersText()
  const mayAct = useMay()('messages', 'act')
  const { data } = useCall(consoleTemplates.optedOut, { account_id: accountId })
  const { mutate, isPending } = useAct(consoleTemplates.optOut, {
    changes: [consoleTemplates.optedOut],
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  if (data === undefined) return null
  const isOut = data.is_out
  return (
    <Section title={t('advertising')} text={t(isOut ? 'advertisingOff' : 'advertisingOn')}>
      {mayAct ? (
        <div>
          <Button isPending={isPending} onPress={() => mutate({ account_id: accountId, is_out: !isOut })}>
            {t(isOut ? 'advertisingAllow' : 'advertisingRefuse')}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}
