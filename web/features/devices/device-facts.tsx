/** What a person needs to recognise a device: its name, its model, when and where it was last used. */
import type { DeviceOf } from '#contract/accounts/devices.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { useLanguage } from '#web/session/session.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { deviceName, isHere } from './device-rules.ts'
import { DeviceIcon } from './device-icon.tsx'
import { useDeviceText } from './device-text.ts'
import styles from './device-facts.module.css'

interface DeviceFactsProps {
  readonly device: DeviceOf
  /** Replaces the name while it is being edited. */
  readonly instead?: React.ReactNode
}

export function DeviceFacts({ device, instead }: DeviceFactsProps) {
  const t = useDeviceText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const name = deviceName(device, t)
  const seen = isHere(device, nowSec)
    ? t('activeNow')
    : t('seen', { moment: formatMoment(device.last_seen_at, language, nowSec) })
  const place = t(device.is_tasix === 1 ? 'inside' : 'outside')
  return (
    <div className={styles.facts}>
      <span className={styles.icon} data-current={device.is_current === 1 ? '' : undefined}>
        <DeviceIcon kind={device.kind} />
      </span>
      <div className={styles.words}>
        {instead ?? (
          <p className={styles.name}>
            <span className={styles.text}>{name}</span>
            {device.is_current === 1 && <span className={styles.current}>{t('current')}</span>}
          </p>
        )}
        {device.model !== '' && device.model !== name && <p className={styles.meta}>{device.model}</p>}
        <p className={styles.meta}>{seen}</p>
        <p className={styles.meta}>{device.address === '' ? place : `${device.address} · ${place}`}</p>
      </div>
    </div>
  )
}
