import { type DeviceRow, shownModel } from '#server/accounts/accounts.ts'
import type { DeviceOf } from '#contract/accounts/devices.ts'

/** Devices in the contract's shape. */
export function presentDevices(
  devices: readonly DeviceRow[],
  isInside: (address: string) => boolean,
): DeviceOf[] {
  return devices.map((device) => ({
    device_id: device.deviceId,
    kind: device.kind,
    name: device.name,
    model: shownModel(device.model),
    place: device.slot,
    first_seen_at: Math.floor(device.firstSeenMs / 1000),
    last_seen_at: Math.floor(device.lastSeenMs / 1000),
    address: device.address,
    is_tasix: isInside(device.address) ? 1 : 0,
    is_current: device.isCurrent ? 1 : 0,
  }))
}
