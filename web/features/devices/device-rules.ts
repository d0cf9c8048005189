/** Texts and states of a device; no DOM here. */
import type { DeviceOf } from '#contract/accounts/devices.ts'
import type { DeviceText } from './device-text.ts'

/** A device that sent a request within this time counts as active. */
const hereSec = 120

/** The name given by the owner, else the model, else the kind of device. */
export function deviceName(device: Pick<DeviceOf, 'name' | 'model' | 'kind'>, t: DeviceText): string {
  return device.name || device.model || t(device.kind)
}

export function isHere(device: Pick<DeviceOf, 'last_seen_at' | 'is_current'>, nowSec: number): boolean {
  return device.is_current === 1 || nowSec - device.last_seen_at < hereSec
}

/** The row that takes the focus after the row of `removedId` was removed: the next one, else the previous one. */
export function rowAfter(devices: readonly Pick<DeviceOf, 'device_id'>[], removedId: number): number | null {
  const index = devices.findIndex((device) => device.device_id === removedId)
  if (index === -1) return null
  return (devices[index + 1] ?? devices[index - 1])?.device_id ?? null
}
