import type { DeviceFacts } from './device.ts'
import { kindOf, type DeviceKind } from './user-agent.ts'
import type { RequestContext } from '#server/platform/http/endpoints/bind-endpoints.ts'

/** The fields with which every call that begins a session tells of its device. */
export interface DeviceFields {
  readonly device_uid: string
  readonly device_serial?: string | undefined
  readonly device_model?: string | undefined
  readonly device_kind?: DeviceKind | undefined
}

/**
 * A device as it is kept. What it does not say itself is taken from its browser's user agent. It is bound when the
 * call brought the same number in the device header.
 */
export function deviceFactsOf(
  fields: DeviceFields,
  call: Pick<RequestContext, 'deviceUid' | 'userAgent'>,
): DeviceFacts {
  const model = fields.device_model || call.userAgent
  return {
    uid: fields.device_uid,
    serial: fields.device_serial ?? '',
    model,
    kind: fields.device_kind ?? kindOf(`${model} ${call.userAgent}`),
    isBound: call.deviceUid === fields.device_uid,
  }
}
