import { useState } from 'react'
import { Link } from 'wouter'
import { consoleChannels } from '#contract/console/channels.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import type { Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import { MergeDialog } from './merge-dialog.tsx'
import styles from './channels.module.css'

interface Pair {
  readonly channel: Channel
  readonly other: Channel
}

/** `/channels/duplicates`: pairs that look like one channel, each with what speaks for it. */
export function DuplicatesScreen() {
  const t = useChannelsText()
  const mayAct = useMay()('channels', 'act')
  const { data, error, refetch } = useCall(consoleChannels.duplicates, {})
  const { data: list } = useCall(consoleChannels.list, { deleted: 0 })
  const [merging, setMerging] = useState<Pair>()
  const byId = new Map(list?.channels.map((channel) => [channel.cid, channel]))
  const pairs = (data?.pairs ?? []).flatMap(({ cid, other_cid: otherCid, reasons }) => {
    const [one, two] = [byId.get(cid), byId.get(otherCid)]
    if (one === undefined || two === undefined) return []
    // The smaller number stays: viewers are used to it.
    return one.number < two.number
      ? [{ channel: one, other: two, reasons }]
      : [{ channel: two, other: one, reasons }]
  })
  return (
    <Page
      title={t('duplicatesTitle')}
      text={t('duplicatesText')}
      above={<BackLink href="/channels" text={t('channelBack')} />}
      isNarrow
    >
      {error !== null && data === undefined ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined || list === undefined ? (
        <Skeleton lines={4} />
      ) : pairs.length === 0 ? (
        <Empty text={t('duplicatesNone')} />
      ) : (
        <ul className={styles['plainList']}>
          {pairs.map(({ channel, other, reasons }) => (
            <li key={`${channel.cid} ${other.cid}`}>
              <span>
                <ChannelLink channel={channel} />
                <ChannelLink channel={other} />
                <small className={styles['reasons']}>
                  {reasons.map((reason) => (
                    <Badge key={reason}>{t(`reason.${reason}`)}</Badge>
                  ))}
                </small>
              </span>
              {mayAct ? (
                <Button onPress={() => setMerging({ channel, other })}>{t('mergeAct')}</Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {merging === undefined ? null : (
        <MergeDialog channel={merging.other} into={merging.channel} onClose={() => setMerging(undefined)} />
      )}
    </Page>
  )
}

function ChannelLink({ channel }: { readonly channel: Channel }) {
  return (
    <Link href={`/channels/${channel.cid}`}>
      {channel.number} {channel.name_ru}
    </Link>
  )
}
