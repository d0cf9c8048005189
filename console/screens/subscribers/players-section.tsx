import { useState } from 'react'
import { consolePlayers } from '#contract/console/subscriber-players.ts'
import { consoleSubscribers } from '#contract/console/subscribers.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useSubscribersText } from './words/subscribers-text.ts'

/** The address of a subscriber for other players: whether there is one, and the button that revokes it. */
export function OtherPlayers({ accountId }: { readonly accountId: number }) {
  const t = useSubscribersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayAct = useMay()('subscribers', 'act')
  const [asks, setAsks] = useState(false)
  const { data } = useCall(consolePlayers.show, { account_id: accountId })
  if (data === undefined) return null
  const { made_at: madeAt, is_allowed: isAllowed } = data
  const when = formatMoment(madeAt, language, nowSec)
  const words = madeAt > 0 ? t('playersOn', { when }) : t(isAllowed ? 'playersNone' : 'playersNotAllowed')
  return (
    <Section title={t('players')} text={words}>
      {madeAt > 0 && !isAllowed ? <p>{t('playersNotAllowed')}</p> : null}
      {mayAct && madeAt > 0 ? (
        <div>
          <Button onPress={() => setAsks(true)}>{t('playersRevoke')}</Button>
        </div>
      ) : null}
      {asks ? <Revoke accountId={accountId} onClose={() => setAsks(false)} /> : null}
    </Section>
  )
}

function Revoke({ accountId, onClose }: { readonly accountId: number; readonly onClose: () => void }) {
  const t = useSubscribersText()
  const { mutate, isPending } = useAct(consolePlayers.revoke, {
    changes: [consolePlayers.show, consoleSubscribers.timeline],
    onDone: onClose,
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  return (
    <ReasonDialog
      title={t('playersAsk')}
      text={t('playersAskText')}
      reasonLabel={t('playersReason')}
      actLabel={t('playersRevoke')}
      isPending={isPending}
      onAct={(reason) => mutate({ account_id: accountId, reason })}
      onClose={onClose}
    />
  )
}
