import type { consoleOverview } from '#contract/console/overview.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useDiskSize } from '#console/ui/disk-size.ts'
import { LinkButton } from '#console/ui/link-button.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

export type Off = ResponseOf<typeof consoleOverview.needs>['channels_off']

/** Channels that nobody has switched on: how many, what their archives would take, and where it is done. */
export function ChannelsOff({ channels }: { readonly channels: NonNullable<Off> }) {
  const t = useSetupText()
  const size = useDiskSize()
  const { off, total, bytes, total_bytes: allBytes, room_bytes: room } = channels
  return (
    <div className={styles['off']}>
      <p>
        {t('channelsOff', { off, total })}{' '}
        {room === null
          ? t('channelsOffDisk', { size: size(bytes) })
          : t('channelsOffRoom', { size: size(bytes), total: size(allBytes), room: size(room) })}
      </p>
      <div>
        <LinkButton href="/channels?view=off">{t('channelsOn')}</LinkButton>
      </div>
    </div>
  )
}

/** Whether most channels are off: the service is not ready then. */
export function isMajorityOff(channels: Off): boolean {
  return channels !== null && channels.off * 2 > channels.total
}
