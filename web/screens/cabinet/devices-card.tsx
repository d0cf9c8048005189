import { devices } from '#contract/accounts/devices.ts'
import { pathOf } from '#contract/form/pages.ts'
import { deviceName } from '#web/features/devices/device-rules.ts'
import { useDeviceText } from '#web/features/devices/device-text.ts'
import { DeviceLimit } from '#web/features/devices/device-limit.tsx'
import { useCall } from '#web/session/requests/api.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import { useCabinetText } from './cabinet-text.ts'
import styles from './cabinet-screen.module.css'

/** The number of devices, their names, and a link to the list of devices (ACC-09). */
export function DevicesCard() {
  const t = useCabinetText()
  const words = useDeviceText()
  const state = useCall(devices.list, {})
  return (
    <section className={styles.card}>
      <h2 className={styles.label}>{t('devices')}</h2>
      {state.kind === 'loading' && <Skeleton className={styles.line} />}
      {(state.kind === 'refused' || state.kind === 'unreachable') && <RetryLine onRetry={state.retry} />}
      {state.kind === 'ok' && (
        <>
          <DeviceLimit taken={state.data.devices.item.length} limit={state.data.limit} />
          <p className={styles.text}>
            {state.data.devices.item.map((device) => deviceName(device, words)).join(' · ')}
          </p>
        </>
      )}
      <ButtonLink to={pathOf('devices')}>{t('allDevices')}</ButtonLink>
    </section>
  )
}
