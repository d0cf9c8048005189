import { useState } from 'react'
import { consoleSubscribers } from '#contract/console/subscribers.ts'
import { consoleTelegram } from '#contract/console/subscriber-telegram.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useSubscribersText } from './words/subscribers-text.ts'

/** The Telegram of a subscriber; not shown for one without it. */
export function TelegramLink({ accountId }: { readonly accountId: number }) {
  const t = useSubscribersText()
  const mayAct = useMay()('subscribers', 'act')
  const [asks, setAsks] = useState(false)
  const { data } = useCall(consoleTelegram.show, { account_id: accountId })
  const { mutate, isPending } = useAct(consoleTelegram.unlink, {
    changes: [consoleTelegram.show, consoleSubscribers.timeline],
    onDone: () => setAsks(false),
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  if (data?.is_linked !== true) return null
  const what = data.is_blocked ? 'telegramBlocked' : data.codes ? 'telegramCodes' : 'telegramNotices'
  return (
    <Section title="Telegram" text={t(what, { name: data.name })}>
      {mayAct ? (
        <div>
          <Button onPress={() => setAsks(true)}>{t('telegramUnlink')}</Button>
        </div>
      ) : null}
      <Question
        title={t('telegramAsk')}
        text={t('telegramAskText')}
        confirm={t('telegramUnlink')}
        isOpen={asks}
        isBusy={isPending}
        onConfirm={() => mutate({ account_id: accountId })}
        onClose={() => setAsks(false)}
      />
    </Section>
  )
}
