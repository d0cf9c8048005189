/** The past that a channel's provider has: what its list says, and whether it can be played. */
import * as z from 'zod/mini'
import { catchupTemplateOf, defaultCatchupDays, type CatchupRule } from '#media/media.ts'
import type { ChannelCatchup, ChannelRecord, ChannelSource } from './channel.ts'

const stored = z.object({
  kind: z.string().check(z.minLength(1), z.maxLength(40)),
  source: z.optional(z.string().check(z.maxLength(2000))),
  days: z.optional(z.number().check(z.positive(), z.maximum(3650))),
  correctionHours: z.optional(z.number().check(z.minimum(-24), z.maximum(24))),
})

/** A stored rule; undefined when there is none, or an invalid one. */
export function readCatchupRule(value: unknown): CatchupRule | undefined {
  const read = stored.safeParse(value)
  if (!read.success) return undefined
  const { kind, source, days, correctionHours } = read.data
  return {
    kind,
    ...(source === undefined ? {} : { source }),
    ...(days === undefined ? {} : { days }),
    ...(correctionHours === undefined ? {} : { correctionHours }),
  }
}

/**
 * The past of a channel with this rule and these sources: the first source that makes a template is the one of the list.
 * Undefined without a rule, and for a channel that is not received from anywhere. The rule of a list may name any host: one
 * that is not that of a source must not be in the local network.
 */
export function channelCatchup(
  rule: CatchupRule | undefined,
  source: ChannelSource,
  writtenBy: 'staff' | 'list',
): ChannelCatchup | undefined {
  if (rule === undefined || source.kind !== 'recorded') return undefined
  const hosts = new Set(source.sources.flatMap(({ url }) => hostOf(url)))
  const [first, ...others] = source.sources.map(({ url, userAgent, referer }) => {
    const outcome = catchupTemplateOf(rule, url)
    if (outcome.kind === 'refused') return outcome
    const headers = {
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(referer === undefined ? {} : { referer }),
    }
    const isForeign =
      outcome.isForeign || (writtenBy === 'list' && !hostOf(outcome.template).some((host) => hosts.has(host)))
    return { ...headers, ...outcome, isForeign }
  })
  if (first === undefined) return undefined
  const outcome = [first, ...others].find(({ kind }) => kind === 'template') ?? first
  return { rule, days: rule.days ?? defaultCatchupDays, outcome }
}

/** Empty for an address without a host, or whose host depends on the moment. */
function hostOf(address: string): readonly string[] {
  const host = URL.canParse(address) ? new URL(address).host : ''
  return host === '' ? [] : [host]
}

/** A provider's archive follows its live stream with some delay. */
const settleMs = 60_000
const dayMs = 86_400_000

/** Providers write dates in local time, as the players of their lists do. */
export const catchupZone = 'Asia/Tashkent'

/** How many days back a channel's provider can be played; 0 when it cannot. */
export function catchupDaysOf({ catchup, isEnabled }: Pick<ChannelRecord, 'catchup' | 'isEnabled'>): number {
  return isEnabled && catchup?.outcome.kind === 'template' ? catchup.days : 0
}

/**
 * Whether a channel's provider can play from `beginMs` on (unix milliseconds): not before its days, and not in the future.
 * `hasId`: the guide names the programme's own id, which some providers need. `graceMs`: how much earlier than its days,
 * for a window that is being watched.
 */
export function isInCatchup(
  channel: Pick<ChannelRecord, 'catchup' | 'isEnabled'>,
  beginMs: number,
  nowMs: number,
  hasId: boolean,
  graceMs = 0,
): boolean {
  const days = catchupDaysOf(channel)
  if (days === 0 || beginMs < nowMs - days * dayMs - graceMs || beginMs > nowMs - settleMs) return false
  const { outcome } = channel.catchup ?? {}
  return outcome?.kind === 'template' && (hasId || !outcome.needsId)
}
