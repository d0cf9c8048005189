/** When a receipt is tried again, and what its link says. */

const minuteMs = 60_000
const delaysMin = [1, 2, 5, 15, 60, 180, 360] as const

/** The pause after so many attempts, milliseconds: a minute at first, six hours at last. */
export function pauseMs(attempts: number): number {
  const at = Math.min(Math.max(attempts, 1), delaysMin.length) - 1
  return (delaysMin[at] ?? 360) * minuteMs
}

/** `EZ000000000030 · 2121 · 420808230750`: terminal, number and sign of the link's QR code; '' where it has none. */
export function fiscalNumberOf(url: string): string {
  const params = URL.parse(url)?.searchParams
  const parts = ['t', 'r', 's'].map((name) => params?.get(name) ?? '')
  return parts.every((part) => /^\w{1,30}$/.test(part)) ? parts.join(' · ') : ''
}
