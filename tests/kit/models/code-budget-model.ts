/**
 * The promised rules for one-time codes, implemented again without care for speed: the real implementation must respond
 * to every request as this does.
 */
export interface ModelRequest {
  readonly purpose: 'register' | 'reset' | 'confirm_phone' | 'login'
  readonly phone: string
  readonly network: string
  readonly atMs: number
  hasFailed: boolean
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

export class CodeBudgetModel {
  readonly made: ModelRequest[] = []
  readonly #perHour: number

  constructor(perHour: number) {
    this.#perHour = perHour
  }

  /** The expected response to a request at this moment: its kind, and the seconds to wait where it is rejected. */
  expected(request: Omit<ModelRequest, 'hasFailed'>, hasCaptcha: boolean): string {
    const { purpose, phone, network, atMs } = request
    const within = (spanMs: number) => this.made.filter((one) => one.atMs > atMs - spanMs)
    const costly = (one: ModelRequest) => !one.hasFailed || one.purpose === 'reset' || one.purpose === 'login'
    const ofPhone = within(dayMs).filter(
      (one) => one.phone === phone && one.purpose === purpose && costly(one),
    )
    const ofNetwork = within(hourMs).filter((one) => one.network === network)
    const likePhone = within(hourMs).filter((one) => one.phone.slice(0, -4) === phone.slice(0, -4))
    const wait = (kind: string, untilMs: number) => `${kind} ${Math.ceil((untilMs - atMs) / 1000)}`
    /** When one more of at most `max` is allowed, if none is allowed now. */
    const roomAtMs = (of: readonly ModelRequest[], max: number, spanMs: number) =>
      of.length < max ? undefined : (of[of.length - max]?.atMs ?? 0) + spanMs

    const ofBoth = ofPhone.filter((one) => one.network === network)
    const phoneAt = Math.max(roomAtMs(ofPhone, 20, dayMs) ?? 0, roomAtMs(ofBoth, 5, dayMs) ?? 0)
    if (phoneAt > 0) return wait('too_many', phoneAt)
    const latest = ofPhone.at(-1)
    const pause = [0, 1, 2][ofPhone.length] ?? 5
    const nextMs = (latest?.atMs ?? 0) + pause * minuteMs
    if (latest !== undefined && nextMs > atMs) return wait('too_soon', nextMs)
    const networkAt = roomAtMs(ofNetwork, 10, hourMs)
    if (networkAt !== undefined) return wait('address_limit', networkAt)
    const prefixAt = roomAtMs(likePhone.filter(costly), 30, hourMs)
    if (prefixAt !== undefined) return wait('too_many', prefixAt)
    const allAt = roomAtMs(within(hourMs).filter(costly), this.#perHour, hourMs)
    if (allAt !== undefined) return wait('too_many', allAt)
    return (ofNetwork.length > 0 || ofPhone.length > 1) && !hasCaptcha ? 'captcha_needed' : 'made'
  }
}
