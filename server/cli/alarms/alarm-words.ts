/** Words of commands about alarms. Pure. */

export function quietWords({
  quietFrom,
  quietUntil,
}: {
  readonly quietFrom: number | null
  readonly quietUntil: number | null
}): string {
  return quietFrom === null || quietUntil === null ? '' : `; quiet ${timeOf(quietFrom)}-${timeOf(quietUntil)}`
}

function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** `23:00-07:00` as minutes of the day; null for `none`, undefined for anything else. */
export function readQuiet(text: string): readonly [from: number, until: number] | null | undefined {
  if (text === 'none') return null
  const times = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (times === null) return undefined
  const [, fromHour, fromMinute, untilHour, untilMinute] = times
  return [Number(fromHour) * 60 + Number(fromMinute), Number(untilHour) * 60 + Number(untilMinute)]
}

const unitMinutes = { m: 1, h: 60, d: 1440 } as const

/** `30m`, `4h`, `7d`: from five minutes to a month; undefined for anything else. */
export function readSpan(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const minutes = Number(count) * unitMinutes[(unit ?? 'm') as keyof typeof unitMinutes]
  return minutes >= 5 && minutes <= 43_200 ? minutes : undefined
}
