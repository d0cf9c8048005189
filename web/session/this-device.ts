/** What the server is told of this device at a login (specification, `login`). */
import type * as z from 'zod/mini'
import type { DeviceKind } from '#contract/accounts/devices.ts'
import { isTelevision } from '#web/remote/television.ts'
import { newDeviceUid } from './session.ts'

type Kind = z.output<typeof DeviceKind>
const modelLength = 200

export interface LookOfDevice {
  readonly userAgent: string
  readonly isTelevision: boolean
  readonly touchPoints: number
}

/** A tablet of Apple calls itself a Macintosh; its fingers give it away. */
export function kindOfDevice({ userAgent, isTelevision: isTv, touchPoints }: LookOfDevice): Kind {
  if (isTv) return 'tv'
  if (/iPad|Tablet|Silk/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'tablet'
  if (/Android/.test(userAgent)) return /Mobile/.test(userAgent) ? 'phone' : 'tablet'
  if (/iPhone|iPod|Mobi/.test(userAgent)) return 'phone'
  return /Windows|Macintosh|X11|CrOS|Linux/.test(userAgent) ? 'computer' : 'other'
}

/** A number of its own for each login (ACC-05), the browser as the model, and what kind of device it is. */
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
