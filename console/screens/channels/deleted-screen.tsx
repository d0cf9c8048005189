import { consoleChannels } from '#contract/console/channels.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { useChannelsText } from './channels-text.ts'
import { useChannelActs } from './use-channel-acts.ts'
import styles from './channels.module.css'

/** `/channels/deleted`: what was deleted or merged, and can be restored. */
export function DeletedScreen() {
  const t = useChannelsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayEdit = useMay()('channels', 'edit')
  const acts = useChannelActs()
  const { data, error, refetch } = useCall(consoleChannels.list, { deleted: 1 })
  const channels = data?.channels ?? []
  return (
    <Page
      title={t('deletedTitle')}
      text={t('deletedText')}
      above={<BackLink href="/channels" text={t('channelBack')} />}
      isNarrow
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : channels.length === 0 ? (
        <Empty text={t('deletedNone')} />
      ) : (
        <ul className={styles['plainList']}>
          {channels.map(({ cid, number, name_ru: name, deleted_at: at, merged_into: into }) => (
            <li key={cid}>
              <span>
                <strong>
                  {number} {name}
                </strong>
                <small>
                  {t(into === null ? 'deletedAt' : 'mergedInto', {
                    when: formatMoment(at, language, nowSec),
                  })}
                </small>
              </span>
              {mayEdit ? <Button onPress={() => void acts.restore(cid)}>{t('restore')}</Button> : null}
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
