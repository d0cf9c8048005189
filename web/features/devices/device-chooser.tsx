/**
 * The devices of an account that has reached its limit, each with a remove button (ACC-09): at the sixth login, and
 * when a television is confirmed. The caller repeats its request with `release_device_id`.
 */
import { useState } from 'react'
import type { DeviceOf } from '#contract/accounts/devices.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { deviceName } from './device-rules.ts'
import { useDeviceText } from './device-text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import rows from '#web/ui/cards/row-card.module.css'
import styles from './device-chooser.module.css'

export interface DeviceChooserProps {
  /** The devices in the rejection: `devicesInDetails(result.details)` of the contract. */
  readonly devices: readonly DeviceOf[]
  /** Called with the `device_id` of the device to remove. */
  readonly onChoose: (deviceId: number) => void
  /** True while the request is under way: no other device can be chosen meanwhile. */
  readonly busy: boolean
}

export function DeviceChooser({ devices, onChoose, busy }: DeviceChooserProps) {
  const t = useDeviceText()
  const [chosen, setChosen] = useState<number | null>(null)
  const choose = (deviceId: number) => {
    setChosen(deviceId)
    onChoose(deviceId)
  }
  return (
    <ul className={rows.list} aria-label={t('chooserLabel')}>
      {devices.map((device) => (
        <li key={device.device_id} className={classes(rows.row, styles.row)}>
          <DeviceFacts device={device} />
          <Button
            disabled={busy}
            aria-label={t('removeNamed', { name: deviceName(device, t) })}
            onClick={() => choose(device.device_id)}
          >
            {busy && chosen === device.device_id ? t('removing') : t('remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
