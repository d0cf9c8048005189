import { consoleChannels } from '#contract/console/channels.ts'
import { useCall } from '#console/session/queries.ts'
import { useDiskSize } from '#console/ui/disk-size.ts'
import { useChannelsText } from './channels-text.ts'
import { type ArchiveForecast as Forecast, forecastArchive } from './forecast-archive.ts'
import styles from './channels.module.css'

/** The forecast for these days of these channels; null while nothing has been measured. */
export function useArchiveForecast(): (cids: readonly number[], days: number) => Forecast | null {
  const sizes = useCall(consoleChannels.archiveSizes, {}).data
  const channels = useCall(consoleChannels.list, { deleted: 0 }).data?.channels
  return (cids, days) =>
    sizes === undefined || channels === undefined
      ? null
      : forecastArchive(sizes, channels, new Map(cids.map((cid) => [cid, days])))
}

/** What the disk would have to hold if these days were saved, beside what there is. */
export function ArchiveForecast({ cid, days }: { readonly cid: number; readonly days: number }) {
  const t = useChannelsText()
  const size = useDiskSize()
  const forecast = useArchiveForecast()([cid], days)
  if (forecast === null) return null
  const { bytes, totalBytes, roomBytes, isEstimate } = forecast
  const isShort = totalBytes > roomBytes
  return (
    <p className={styles['forecast']} role="status" data-short={isShort || undefined}>
      {t('forecast', { size: size(bytes), total: size(totalBytes), room: size(roomBytes) })}
      {isShort ? ` ${t('forecastShort', { size: size(totalBytes - roomBytes) })}` : null}
      {isEstimate ? ` ${t('forecastEstimate')}` : null}
    </p>
  )
}
