import { useState } from 'react'
import { consoleProfiles } from '#contract/console/subscriber-profiles.ts'
import { consoleSubscribers } from '#contract/console/subscribers.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Section } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useSubscribersText } from './words/subscribers-text.ts'

type Shown = ResponseOf<typeof consoleProfiles.show>

/** Who watches in an account; not shown for one person without a PIN and without a limit. */
export function Profiles({ accountId }: { readonly accountId: number }) {
  const t = useSubscribersText()
  const mayAct = useMay()('subscribers', 'act')
  const [asks, setAsks] = useState(false)
  const { data } = useCall(consoleProfiles.show, { account_id: accountId })
  if (data === undefined || (data.profiles.length < 2 && !isProtected(data) && !isLimited(data))) return null
  return (
    <Section id="profiles" title={t('profiles')} text={t(pinWords(data))}>
      <ul>
        {data.profiles.map((one) => (
          <li key={one.no}>
            {[
              one.name === '' ? t('profileFirst') : one.name,
              ...(one.is_child ? [t('profileChild')] : []),
              ...(one.age_limit < 18 ? [t('profileAge', { age: one.age_limit })] : []),
              ...(one.has_pin ? ['PIN'] : []),
            ].join(' · ')}
          </li>
        ))}
      </ul>
      {mayAct && isProtected(data) ? (
        <div>
          <Button onPress={() => setAsks(true)}>{t('pinRemove')}</Button>
        </div>
      ) : null}
      {asks ? <RemovePin accountId={accountId} onClose={() => setAsks(false)} /> : null}
    </Section>
  )
}

function isLimited({ profiles }: Shown): boolean {
  return profiles.some((one) => one.age_limit < 18)
}

function isProtected({ has_pin: hasPin, profiles }: Shown): boolean {
  return hasPin || profiles.some((one) => one.has_pin)
}

function pinWords(data: Shown): 'pinLocked' | 'pinNone' | 'pinPurchases' | 'pinSet' {
  if (!isProtected(data)) return 'pinNone'
  if (data.locked_until > 0) return 'pinLocked'
  return data.on_purchases ? 'pinPurchases' : 'pinSet'
}

function RemovePin({ accountId, onClose }: { readonly accountId: number; readonly onClose: () => void }) {
  const t = useSubscribersText()
  const { mutate, isPending } = useAct(consoleProfiles.removePins, {
    changes: [consoleProfiles.show, consoleSubscribers.timeline],
    onDone: onClose,
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  return (
    <ReasonDialog
      title={t('pinAsk')}
      text={t('pinAskText')}
      reasonLabel={t('pinReason')}
      actLabel={t('pinRemove')}
      isPending={isPending}
      onAct={(reason) => mutate({ account_id: accountId, reason })}
      onClose={onClose}
    />
  )
}
