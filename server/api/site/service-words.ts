/** The built-in texts name the service with its built-in name; viewers see the one that was set. */
import { builtInName } from '#server/site/site.ts'

/** The same value with the service's name in all its texts. Words that only begin like it (`Ekrandagi`) stay. */
export function inServiceName<Value>(value: Value, service: string): Value {
  if (service === builtInName) return value
  return renamed(value, service) as Value
}

const brand = new RegExp(`\\b${builtInName}\\b`, 'g')

function renamed(value: unknown, service: string): unknown {
  if (typeof value === 'string') return value.replaceAll(brand, () => service)
  if (Array.isArray(value)) return value.map((one) => renamed(one, service))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renamed(one, service)]))
}
