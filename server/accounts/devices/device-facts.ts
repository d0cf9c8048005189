import type { DeviceFacts } from './device.ts'
import { kindOf, type DeviceKind } from './user-agent.ts'

/** The device fields of every request that starts a session. */
export interface DeviceFields {
  readonly device_uid: string
  readonly device_serial?: string | undefined
  readonly device_model?: string | undefined
  readonly device_kind?: DeviceKind | undefined
}

/** Further device data in a client's request. */
export interface ReportedDevice {
  /** From the header `x-ekran-device`. */
  readonly deviceUid: string | undefined
  readonly userAgent: string
}

/**
 * A device as stored. Fields it does not report are taken from the browser's user agent. It is bound when the request
 * has the same number in the device header.
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
