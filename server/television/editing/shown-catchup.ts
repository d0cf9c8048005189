import { fillCatchupTemplate } from '#media/media.ts'
import { catchupZone } from '#server/television/channels/catchup.ts'
import type { ChannelCatchup } from '#server/television/channels/channel.ts'
import { shownTemplate } from './shown-address.ts'

/** The address that a channel's provider gets for a moment, with the literal parts that may be credentials left out. */
export function catchupPreview(
  { outcome, rule }: Pick<ChannelCatchup, 'outcome' | 'rule'>,
  window: { readonly beginMs: number; readonly endMs: number },
  nowMs: number,
): string | undefined {
  if (outcome.kind !== 'template') return undefined
  return fillCatchupTemplate(
    { template: shownTemplate(outcome.template) },
    {
      beginSec: Math.floor(window.beginMs / 1000),
      endSec: Math.floor(window.endMs / 1000),
      nowSec: Math.floor(nowMs / 1000),
      correctionSec: (rule.correctionHours ?? 0) * 3600,
      zone: catchupZone,
    },
  )
}
