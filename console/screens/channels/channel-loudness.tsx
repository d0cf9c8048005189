import type { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatDecimal } from '#contract/form/money.ts'
import { useChannelsText } from './channels-text.ts'

/** How loud a channel was in its last hour, and what players do about it. */
export function ChannelLoudness({ loudness }: Pick<ResponseOf<typeof consoleChannels.one>, 'loudness'>) {
  const t = useChannelsText()
  if (loudness === null) return <p>{t('loudnessNone')}</p>
  const { integrated_lufs: lufs, gain_db: gain } = loudness
  const said = gain === 0 ? 'loudnessSame' : gain < 0 ? 'loudnessDown' : 'loudnessUp'
  return <p>{t(said, { lufs: formatDecimal(lufs, 1), gain: formatDecimal(Math.abs(gain), 1) })}</p>
}
