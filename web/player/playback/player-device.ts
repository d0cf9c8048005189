/** This device for the player: its class, and what it may use after the operator's switches. */
import { classifyDevice, type ClassifiedDevice } from '#player/engines/device/device-class.ts'
import type { EngineLimits } from '#player/engines/shaka/shaka-settings.ts'
import { appPlatform } from '#web/features/releases/app-platform.ts'
import { releaseSwitches } from '#web/features/releases/release-switches.ts'
import { isTelevision } from '#web/remote/television.ts'

/** Read again each time: a set reports its model some moments after the start. */
export function playerDevice(): ClassifiedDevice {
  const { platform, model } = appPlatform()
  const { userAgent, deviceMemory } = navigator as Navigator & { readonly deviceMemory?: number }
  return classifyDevice({ platform, model, userAgent, memoryGb: deviceMemory, isTelevision: isTelevision() })
}

/** The stricter of the device's class and the operator's switches. */
export function playerLimits(): EngineLimits {
  const { limits } = playerDevice()
  const { lowLatency, previews, maxHeight } = releaseSwitches()
  const heights = [limits.maxHeight, maxHeight].filter((height) => height !== null)
  return {
    lowLatency: lowLatency && limits.lowLatency,
    previews,
    // Sets decode outside the page: their audio may not reach Web Audio at all.
    amplifies: !isTelevision(),
    maxHeight: heights.length === 0 ? null : Math.min(...heights),
    device: limits,
  }
}
