/** `/cabinet/devices`: the devices of the account, named and removed (ACC-09). */
import { useEffect, useRef, useState } from 'react'
import { Link } from '#web/router/router.ts'
import type { DeviceOf } from '#contract/accounts/devices.ts'
import { pathOf } from '#contract/form/pages.ts'
import { useLogOut } from '#web/session/requests/use-log-out.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryCard } from '#web/ui/cards/state-card.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { deviceName, rowAfter } from '#web/features/devices/device-rules.ts'
import { DeviceRow } from './device-row.tsx'
import { useDeviceText } from '#web/features/devices/device-text.ts'
import { Places } from '#web/features/devices/places.tsx'
import { useDevices } from './use-devices.ts'
import styles from './devices-screen.module.css'

export function DevicesScreen() {
  const t = useDeviceText()
  const own = useDevices()
  const { state } = own
  return (
    <div className={styles.screen}>
      <Link className={styles.back} to={pathOf('cabinet')}>
        <Icon name="left" size={20} />
        {t('back')}
      </Link>
      <h1 className={styles.title} id="devices" tabIndex={-1}>
        {t('title')}
      </h1>
      {state.kind === 'loading' && <Waiting />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryCard onRetry={state.retry} />}
      {state.kind === 'answer' && (
        <List devices={own.shown(state.data.devices.item)} limit={state.data.limit} own={own} />
      )}
    </div>
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
  const [asked, setAsked] = useState<DeviceOf | 'others' | null>(null)
  const focusAfter = useFocusAfter(asked !== null)
  const others = devices.filter((device) => device.is_current === 0)

  const confirm = async () => {
    if (asked === null) return
    if (asked === 'others') await own.removeOthers()
    else if (asked.is_current === 1) {
      const problem = await leave(t('noConnection'))
      if (problem !== null) showToast(problem)
    } else {
      const next = rowAfter(devices, asked.device_id)
      if (await own.remove(asked)) focusAfter(next)
    }
    setAsked(null)
  }
  return (
    <>
      <p className={styles.lead}>{t('lead', { limit })}</p>
      <Places taken={devices.length} limit={limit} />
      <ul className={styles.list}>
        {devices.map((device) => (
          <DeviceRow
            key={device.device_id}
            device={device}
            onRename={(name) => own.rename(device, name)}
            onRemove={() => setAsked(device)}
          />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className={styles.alone}>
          <strong>{t('alone')}.</strong> {t('aloneText')}
        </p>
      ) : (
        <Button icon="logout" onClick={() => setAsked('others')}>
          {t('others')}
        </Button>
      )}
      <ConfirmDialog {...questionOf(asked, t)} onConfirm={confirm} onClose={() => setAsked(null)} />
    </>
  )
}

function questionOf(asked: DeviceOf | 'others' | null, t: ReturnType<typeof useDeviceText>) {
  if (asked === null) return { open: false, title: '', text: '', action: '', cancel: t('cancel') }
  const words =
    asked === 'others'
      ? { title: t('askOthers'), text: t('askOthersText'), action: t('others') }
      : asked.is_current === 1
        ? { title: t('askThis'), text: t('askThisText'), action: t('removeThis') }
        : { title: t('ask', { name: deviceName(asked, t) }), text: t('askText'), action: t('remove') }
  return { open: true, cancel: t('cancel'), ...words }
}

/** When a row has gone, the focus goes to its neighbour, not to the top of the page. */
function useFocusAfter(isAsking: boolean) {
  const wanted = useRef<number | null | undefined>(undefined)
  useEffect(() => {
    if (isAsking || wanted.current === undefined) return
    const row = wanted.current === null ? '#devices' : `[data-device="${wanted.current}"] [data-remove]`
    wanted.current = undefined
    // The dialog gives the focus back to a button that is no longer there first.
    setTimeout(() => document.querySelector<HTMLElement>(row)?.focus())
  }, [isAsking])
  return (deviceId: number | null) => {
    wanted.current = deviceId
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
