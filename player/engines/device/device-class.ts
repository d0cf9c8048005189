/** The class of a device: what it buffers and which engine it prefers, from the model list in `tables.ts`. */
import { factsOf, type DeviceReport } from './device-facts.ts'
import { deviceEntries, limitsByClass, type DeviceClass, type DeviceLimits } from './tables.ts'

export interface ClassifiedDevice {
  readonly deviceClass: DeviceClass
  readonly limits: DeviceLimits
  /** True where the set's own player is the better one. */
  readonly prefersAvplay: boolean
}

export function classifyDevice(report: DeviceReport): ClassifiedDevice {
  const facts = factsOf(report)
  const entry = deviceEntries.find(({ matches }) => matches(facts))
  const deviceClass = entry?.deviceClass ?? 'desktop'
  return {
    deviceClass,
    limits: limitsByClass[deviceClass],
    prefersAvplay: entry?.prefersAvplay === true,
  }
}
