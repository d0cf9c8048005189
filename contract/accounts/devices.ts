/** The devices of an account: listed, named, removed (ACC-09). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, id, middlewareInput, text } from '#contract/form/fields.ts'

export const DeviceKind = z.enum(['tv', 'phone', 'tablet', 'computer', 'other'])

export const Device = z.object({
  device_id: z.int(),
  kind: DeviceKind,
  /** The name given by its owner, or '' without one. */
  name: z.string(),
  /** The browser and system, or the model, in readable form: `Chrome, Android`. */
  model: z.string(),
  /** Its slot in the account, 1 to 5. */
  place: z.int(),
  /** Unix seconds. */
  first_seen_at: z.int(),
  last_seen_at: z.int(),
  /** Where it was last seen: the IP address, and whether that is inside the national network. */
  address: z.string(),
  is_tasix: answeredFlag,
  /** 1 for the requesting device. */
  is_current: answeredFlag,
})

export const devices = {
  list: endpoint({
    forAdults: true,
    path: '/middleware/account/device/list',
    access: 'viewer',
    summary: 'The devices of the account, this one first, then the latest seen first',
    input: middlewareInput({}),
    output: z.object({ limit: z.int(), devices: z.object({ item: z.array(Device) }) }),
  }),
  rename: endpoint({
    forAdults: true,
    path: '/middleware/account/device/rename',
    access: 'viewer',
    changes: true,
    summary: 'Sets a device’s name; an empty one removes it',
    input: middlewareInput({ device_id: id(), name: text(60) }),
    output: z.object({}),
    failures: ['device_not_found'],
  }),
  remove: endpoint({
    forAdults: true,
    path: '/middleware/account/device/remove',
    access: 'viewer',
    changes: true,
    summary: 'Removes a device and ends its session; the caller’s own device is logged out',
    input: middlewareInput({ device_id: id() }),
    output: z.object({}),
    failures: ['device_not_found'],
  }),
  removeOthers: endpoint({
    forAdults: true,
    path: '/middleware/account/device/remove_others',
    access: 'viewer',
    changes: true,
    summary: 'Ends every session of the account except this one',
    input: middlewareInput({}),
    output: z.object({ removed: z.int() }),
  }),
}

export type DeviceOf = z.output<typeof Device>

/** The devices in a `device_limit` error; empty when the data has another shape. */
export function devicesInDetails(details: unknown): readonly DeviceOf[] {
  const list = (details as { devices?: { item?: unknown } } | null | undefined)?.devices?.item
  return Array.isArray(list) ? (list as readonly DeviceOf[]) : []
}
