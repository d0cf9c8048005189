/** `/cabinet/devices`: the devices of the account, which can be renamed and removed (ACC-09). */
import { useEffect, useRef, useState } from 'react'
import type { DeviceOf } from '#contract/accounts/devices.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useLogOut } from '#web/session/requests/use-log-out.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { deviceName, rowAfter } from '#web/features/devices/device-rules.ts'
import { DeviceRow } from './device-row.tsx'
import { useDeviceText } from '#web/features/devices/device-text.ts'
import { DeviceLimit } from '#web/features/devices/device-limit.tsx'
import { useDevices } from './use-devices.ts'
import { RemoteConsents } from '#web/remote-control/remote-consents.tsx'
import { SubPage, SubPageTitle } from '#web/ui/page/sub-page.tsx'
import styles from './devices-screen.module.css'

export function DevicesScreen() {
  const t = useDeviceText()
  const own = useDevices()
  const { state } = own
  return (
    <SubPage back={{ to: pathOf('cabinet'), name: t('back') }} className={styles.screen} roomyOnTv>
      <SubPageTitle className={styles.title} id="devices">
        {t('title')}
      </SubPageTitle>
      {state.kind === 'loading' && <Waiting />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryCard onRetry={state.retry} />}
      {state.kind === 'ok' && (
        <>
          <List devices={own.shown(state.data.devices.item)} limit={state.data.limit} own={own} />
          <RemoteConsents devices={own.shown(state.data.devices.item)} />
        </>
      )}
    </SubPage>
  )
}

interface ListProps {
  readonly devices: readonly DeviceOf[]
  readonly limit: number
  readonly own: ReturnType<typeof useDevices>
}

function List({ devices, limit, own }: ListProps) {
  const t = useDeviceText()
  const { leave } = useLogOut()
  const [request, setRequest] = useState<DeviceOf | 'others' | null>(null)
  const focusAfter = useFocusAfter(request !== null)
  const others = devices.filter((device) => device.is_current === 0)

  const confirm = async () => {
    if (request === null) return
    if (request === 'others') await own.removeOthers()
    else if (request.is_current === 1) {
      const problem = await leave(t('noConnection'))
      if (problem !== null) showToast(problem)
    } else {
      const next = rowAfter(devices, request.device_id)
      if (await own.remove(request)) focusAfter(next)
    }
    setRequest(null)
  }
  return (
    <>
      <p className={styles.lead}>{t('lead', { limit })}</p>
      <DeviceLimit taken={devices.length} limit={limit} />
      <ul className={styles.list}>
        {devices.map((device) => (
          <DeviceRow
            key={device.device_id}
            device={device}
            onRename={(name) => own.rename(device, name)}
            onRemove={() => setRequest(device)}
          />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className={styles.alone}>
          <strong>{t('alone')}.</strong> {t('aloneText')}
        </p>
      ) : (
        <Button icon="logout" onClick={() => setRequest('others')}>
          {t('others')}
        </Button>
      )}
      <ConfirmDialog {...questionOf(request, t)} onConfirm={confirm} onClose={() => setRequest(null)} />
    </>
  )
}

function questionOf(request: DeviceOf | 'others' | null, t: ReturnType<typeof useDeviceText>) {
  if (request === null) return { open: false, title: '', text: '', action: '', cancel: t('cancel') }
  const words =
    request === 'others'
      ? { title: t('askOthers'), text: t('askOthersText'), action: t('others') }
      : request.is_current === 1
        ? { title: t('askThis'), text: t('askThisText'), action: t('removeThis') }
        : { title: t('ask', { name: deviceName(request, t) }), text: t('askText'), action: t('remove') }
  return { open: true, cancel: t('cancel'), ...words }
}

/** When a row was removed, the focus moves to its neighbour, not to the top of the page. */
function useFocusAfter(isAsking: boolean) {
  const target = useRef<number | null | undefined>(undefined)
  useEffect(() => {
    if (isAsking || target.current === undefined) return
    const row = target.current === null ? '#devices' : `[data-device="${target.current}"] [data-remove]`
    target.current = undefined
    // First the dialog returns the focus to a button that no longer exists.
    setTimeout(() => document.querySelector<HTMLElement>(row)?.focus())
  }, [isAsking])
  return (deviceId: number | null) => {
    target.current = deviceId
  }
}

function Waiting() {
  return (
    <div className={styles.list}>
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} className={styles.waiting} />
      ))}
    </div>
  )
}
