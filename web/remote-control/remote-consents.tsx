/** On the page of devices: which of them may control which television. */
import { useState } from 'react'
import { remoteControl } from '#contract/playback/remote-control.ts'
import type { DeviceOf } from '#contract/accounts/devices.ts'
import { deviceName } from '#web/features/devices/device-rules.ts'
import { useDeviceText } from '#web/features/devices/device-text.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useRemoteText } from './remote-text.ts'
import styles from './remote-consents.module.css'

export function RemoteConsents({ devices }: { readonly devices: readonly DeviceOf[] }) {
  const t = useRemoteText()
  const deviceText = useDeviceText()
  const state = useCall(remoteControl.consents, {})
  const [gone, setGone] = useState<readonly string[]>([])
  if (state.kind !== 'ok') return null
  const nameOf = (id: number) => {
    const device = devices.find((one) => one.device_id === id)
    return device === undefined ? null : deviceName(device, deviceText)
  }
  const rows = state.data.consents.flatMap(({ tv, controller, is_allowed: allowed }) => {
    const key = `${tv}/${controller}`
    const names = { tv: nameOf(tv), controller: nameOf(controller) }
    if (names.tv === null || names.controller === null || gone.includes(key)) return []
    return [{ key, tv, controller, allowed, names: { tv: names.tv, controller: names.controller } }]
  })
  if (rows.length === 0) return null
  const revoke = async ({ key, tv, controller }: (typeof rows)[number]) => {
    const result = await call(remoteControl.revoke, { tv, controller })
    if (result.kind === 'ok') setGone([...gone, key])
    state.retry()
    showToast(
      result.kind === 'ok' ? t('revoked') : result.kind === 'refused' ? result.message : t('noConnection'),
    )
  }
  return (
    <section className={styles.section} aria-labelledby="remote-consents">
      <h2 id="remote-consents" className={styles.title}>
        {t('consents')}
      </h2>
      <p className={styles.text}>{t('consentsText')}</p>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.key} className={styles.row}>
            <p>{t(row.allowed === 1 ? 'may' : 'mayNot', row.names)}</p>
            <Button
              aria-label={t(row.allowed === 1 ? 'revokeNamed' : 'resetNamed', row.names)}
              onClick={() => void revoke(row)}
            >
              {t(row.allowed === 1 ? 'revoke' : 'reset')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
