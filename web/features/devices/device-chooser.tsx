/**
 * The devices of a full account, each with the button that frees its place (ACC-09): at the sixth login, at the
 * confirmation of a television. Who shows it makes the call again with `release_device_id`.
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
  /** What the refusal brought along: `heldDevices(result.details)` of the contract. */
  readonly devices: readonly DeviceOf[]
  /** Called with the `device_id` of the device whose place is to be freed. */
  readonly onChoose: (deviceId: number) => void
  /** True while the call is on its way: no other device can be chosen meanwhile. */
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
