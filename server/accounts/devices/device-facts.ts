import type { DeviceFacts } from './device.ts'
import { kindOf, type DeviceKind } from './user-agent.ts'

/** The fields with which every call that begins a session tells of its device. */
export interface DeviceFields {
  readonly device_uid: string
  readonly device_serial?: string | undefined
  readonly device_model?: string | undefined
  readonly device_kind?: DeviceKind | undefined
}

/** What a client's request tells of its device besides. */
export interface ReportedDevice {
  /** From the header `x-ekran-device`. */
  readonly deviceUid: string | undefined
  readonly userAgent: string
}

/**
 * A device as it is kept. What it does not say itself is taken from its browser's user agent. It is bound when the
 * call brought the same number in the device header.
 */
export function deviceFactsOf(fields: DeviceFields, client: ReportedDevice): DeviceFacts {
  const model = fields.device_model || client.userAgent
  return {
    uid: fields.device_uid,
    serial: fields.device_serial ?? '',
    model,
    kind: fields.device_kind ?? kindOf(`${model} ${client.userAgent}`),
    isBound: client.deviceUid === fields.device_uid,
  }
}
