/** Which part of a JSON file is which field of a programme. */
import * as z from 'zod/mini'
import { scheduleFields } from '#contract/console/guide-drafts.ts'

export type ScheduleField = (typeof scheduleFields)[number]

const path = z.string().check(z.maxLength(300))

const mapping = z.strictObject({
  list: path,
  fields: z.partialRecord(z.enum(scheduleFields), path),
  channel: z._default(z.string().check(z.maxLength(200)), ''),
  duration: z._default(z.enum(['seconds', 'minutes', 'milliseconds']), 'seconds'),
})

/**
 * Where programmes are in a JSON file. A path is of names with dots; `[]` is every entry of a list, `{}` every value of an
 * object whose keys are not known, `{}.@` the key itself: `channels{}[].start`.
 */
export interface ScheduleMapping {
  /** The list of programmes: `data.items[].events[]`. */
  readonly list: string
  /** Paths from the beginning of the file; those outside of `list` are of what contains it. */
  readonly fields: Readonly<Partial<Record<ScheduleField, string>>>
  /** The name or id of the channel, where no field says it. */
  readonly channel: string
  /** The unit of `duration`. */
  readonly duration: 'seconds' | 'minutes' | 'milliseconds'
}

export type ScheduleMappingReading =
  | { readonly kind: 'mapping'; readonly mapping: ScheduleMapping }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] }

/** Reads a mapping as JSON text; every wrong part is named. */
export function readScheduleMapping(json: string): ScheduleMappingReading {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return { kind: 'wrong', problems: ['it is not JSON'] }
  }
  const read = mapping.safeParse(value)
  if (read.success) return { kind: 'mapping', mapping: read.data }
  const problems = read.error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
  return { kind: 'wrong', problems }
}

/** A mapping from the database; undefined for none. */
export function storedMapping(value: unknown): ScheduleMapping | undefined {
  const read = mapping.safeParse(value)
  return read.success ? read.data : undefined
}
