/** The site as the subscriber sees it: the form that begins it, its link, and who sees it now. */
import { useState } from 'react'
import { consoleProfiles } from '#contract/console/subscriber-profiles.ts'
import { consoleSubscribers } from '#contract/console/subscribers.ts'
import { type SupportViewOf, consoleSupportViews as views } from '#contract/console/support-views.ts'
import { type SupportDevice, supportDevices } from '#contract/form/support-views.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useActsText } from './acts-text.ts'
import styles from './acts.module.css'

/** Of a device of the subscriber, the kind that it is seen as. */
export function supportDeviceOf(kind: string | undefined): SupportDevice {
  if (kind === 'tv') return 'tv'
  return kind === 'phone' || kind === 'tablet' ? 'phone' : 'computer'
}

interface SeeAsProps {
  readonly accountId: number
  readonly device?: SupportDevice
  readonly reason?: string
  readonly onClose: () => void
}

/** First the reason, then the link: a press opens it in a tab of its own, and the code in it works once. */
export function SeeAsForm({ accountId, device: first = 'computer', reason = '', onClose }: SeeAsProps) {
  const t = useActsText()
  const base = useText()
  const language = useLanguage()
  const [device, setDevice] = useState(first)
  const [profile, setProfile] = useState(0)
  const [address, setAddress] = useState<string>()
  const form = useForm<typeof views.start, { readonly reason: string }>(
    views.start,
    { reason },
    {
      toInput: (values) => ({ account_id: accountId, profile, device, language, reason: values.reason }),
      changes: [views.list, consoleSubscribers.timeline],
      onDone: (data) => setAddress(data.address),
    },
  )
  if (address !== undefined)
    return (
      <Dialog title={t('seeAs')} isOpen onClose={onClose}>
        <div className={styles['form']}>
          <p>{t('seeAs.ready')}</p>
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button
              look="primary"
              onPress={() => {
                openTab(address, device)
                onClose()
              }}
            >
              {t('seeAs.open')}
            </Button>
          </DialogButtons>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={t('seeAs')} isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={form.submit}>
        <Picker<SupportDevice>
          label={t('seeAs.device')}
          value={device}
          choices={supportDevices.map((value) => ({ value, label: t(`seeAs.${value}`) }))}
          onChange={setDevice}
        />
        <ProfilePicker accountId={accountId} value={profile} onChange={setProfile} />
        <TextArea field={form.field('reason')} label={t('reason')} hint={t('reasonHint')} rows={2} />
        <section className={styles['effect']} aria-label={t('effect')}>
          <p>{t('seeAs.effect')}</p>
        </section>
        {form.problem === undefined ? null : (
          <p className={styles['problem']} role="alert">
            {form.problem}
          </p>
        )}
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {t('seeAs.next')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

interface ProfilePickerProps {
  readonly accountId: number
  readonly value: number
  readonly onChange: (no: number) => void
}

/** Whose eyes; nothing for one profile. */
function ProfilePicker({ accountId, value, onChange }: ProfilePickerProps) {
  const t = useActsText()
  const { data } = useCall(consoleProfiles.show, { account_id: accountId })
  if (data === undefined || data.profiles.length < 2) return null
  return (
    <Picker<string>
      label={t('seeAs.profile')}
      value={String(value)}
      choices={data.profiles.map(({ no, name }) => ({
        ...{ value: String(no), label: name === '' ? t('seeAs.first') : name },
      }))}
      onChange={(no) => onChange(Number(no))}
    />
  )
}

/** Without an opener: the site cannot reach the console, and shares no storage of a tab with it. */
function openTab(address: string, device: SupportDevice): void {
  const size = device === 'phone' ? ',popup,width=390,height=844' : ''
  window.open(address, '_blank', `noopener${size}`)
}

/** Who sees the site as this subscriber now; nothing where nobody does. */
export function LiveViews({ accountId }: { readonly accountId: number }) {
  const t = useActsText()
  const { data } = useCall(views.list, { account_id: accountId })
  const nowSec = useNowSec()
  // One that was over meanwhile is not shown, whenever the list was read.
  const live = data?.views.filter(({ until }) => until > nowSec) ?? []
  if (live.length === 0) return null
  return (
    <div className={styles['gap']}>
      <strong>{t('seeAs.live')}</strong>
      <ul className={styles['list']}>
        {live.map((view) => (
          <li key={view.view_id}>
            <LiveView view={view} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function LiveView({ view }: { readonly view: SupportViewOf }) {
  const t = useActsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayEnd = useMay()('subscribers', 'act')
  const end = useAct(views.end, {
    changes: [views.list, consoleSubscribers.timeline],
    onDone: () => showToast(t('seeAs.ended')),
    onFailed: (error) => showToast(error.message),
  })
  const who = view.is_own ? t('seeAs.you') : view.by
  return (
    <>
      <span>
        <span>{t('seeAs.who', { who, time: formatMoment(view.until, language, nowSec) })}</span>
        <span className={styles['quiet']}>
          {[t(`seeAs.${view.device}`), view.reason].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
      {mayEnd ? (
        <Button isPending={end.isPending} onPress={() => end.mutate({ view_id: view.view_id })}>
          {t('seeAs.end')}
        </Button>
      ) : null}
    </>
  )
}
