import { useState } from 'react'
import type { CallResult } from '#contract/client.ts'
import { devices, type DeviceOf } from '#contract/accounts/devices.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { deviceName } from '#web/features/devices/device-rules.ts'
import { useDeviceText } from '#web/features/devices/device-text.ts'

const lookAgainMs = 60_000

/**
 * The account's devices and their actions. Each action reports its result in a message and returns whether it
 * succeeded.
 */
export function useDevices() {
  const t = useDeviceText()
  const state = useCall(devices.list, {}, { everyMs: lookAgainMs })
  const [gone, setGone] = useState<readonly number[]>([])
  const retry = 'retry' in state ? state.retry : () => undefined
  const report = <Data>(result: CallResult<Data>, words: (data: Data) => string): boolean => {
    showToast(
      result.kind === 'ok'
        ? words(result.data)
        : result.kind === 'refused'
          ? result.message
          : t('noConnection'),
    )
    return result.kind === 'ok'
  }
  return {
    state,
    /** Excludes devices removed a moment ago that a delayed response may still contain. */
    shown: (list: readonly DeviceOf[]) => list.filter(({ device_id: id }) => !gone.includes(id)),
    rename: async (device: DeviceOf, name: string) => {
      const result = await call(devices.rename, { device_id: device.device_id, name })
      retry()
      return report(result, () => t('renamed'))
    },
    remove: async (device: DeviceOf) => {
      const result = await call(devices.remove, { device_id: device.device_id })
      const isGone =
        result.kind === 'ok' || (result.kind === 'refused' && result.failure === 'device_not_found')
      if (isGone) setGone((before) => [...before, device.device_id])
      retry()
      report(result, () => t('removed', { name: deviceName(device, t) }))
      return isGone
    },
    removeOthers: async () => {
      const result = await call(devices.removeOthers, {})
      retry()
      return report(result, ({ removed }) => t('othersRemoved', { count: removed }))
    },
  }
}
