/** What the server learns about this device at a login (specification, `login`). */
import type * as z from 'zod/mini'
import type { DeviceKind } from '#contract/accounts/devices.ts'
import { isTelevision } from '#web/remote/television.ts'
import { newDeviceUid } from './session.ts'

type Kind = z.output<typeof DeviceKind>
const modelLength = 200

export interface DeviceAppearance {
  readonly userAgent: string
  readonly isTelevision: boolean
  readonly touchPoints: number
}

/** iPads identify themselves as a Macintosh; touch support distinguishes them. */
export function kindOfDevice({ userAgent, isTelevision: isTv, touchPoints }: DeviceAppearance): Kind {
  if (isTv) return 'tv'
  if (/iPad|Tablet|Silk/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'tablet'
  if (/Android/.test(userAgent)) return /Mobile/.test(userAgent) ? 'phone' : 'tablet'
  if (/iPhone|iPod|Mobi/.test(userAgent)) return 'phone'
  return /Windows|Macintosh|X11|CrOS|Linux/.test(userAgent) ? 'computer' : 'other'
}

/** A number created for each login (ACC-05), the browser as the model, and the kind of device. */
export function thisDevice() {
  return {
    device_uid: newDeviceUid(),
    device_model: navigator.userAgent.slice(0, modelLength),
    device_kind: kindOfDevice({
      userAgent: navigator.userAgent,
      isTelevision: isTelevision(),
      touchPoints: navigator.maxTouchPoints,
    }),
    device: 'browser',
  } as const
}

export type ThisDevice = ReturnType<typeof thisDevice>
