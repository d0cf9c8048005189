/** How long a recording stays. Pure. */

export interface TimeLeft {
  readonly unit: 'days' | 'hours' | 'minutes'
  /** Whole units; 0 for minutes. */
  readonly count: number
}

const [hourSec, daySec] = [3600, 86_400]

/** Null for a recording that stays for good. Unix seconds. */
export function timeLeft(expiresAt: number | null, nowSec: number): TimeLeft | null {
  if (expiresAt === null) return null
  const left = Math.max(0, expiresAt - nowSec)
  if (left >= daySec) return { unit: 'days', count: Math.floor(left / daySec) }
  if (left >= hourSec) return { unit: 'hours', count: Math.floor(left / hourSec) }
  return { unit: 'minutes', count: 0 }
}
