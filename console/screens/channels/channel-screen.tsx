import { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { useContentRefresh } from '#console/changes/use-undo.ts'
import { isNamed, useChangeText } from '#console/changes/change-text.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { ChannelCatchup } from './channel-catchup.tsx'
import { ChannelLogo } from './channel-logo.tsx'
import { ChannelForm } from './channel-form.tsx'
import { ChannelSources } from './channel-sources.tsx'
import { StateBadge } from './state-badge.tsx'
import { useChannelsText } from './channels-text.ts'
import styles from './channels.module.css'

type Details = ResponseOf<typeof consoleChannels.one>

/** `/channels/12`: everything about one channel. */
export function ChannelScreen({ cid }: { readonly cid: number }) {
  const t = useChannelsText()
  const base = useText()
  const may = useMay()
  const [mayEdit, maySeeGuide] = [may('channels', 'edit'), may('guide', 'view')]
  const { data, error, refetch } = useCall(consoleChannels.one, { cid })
  const categories = useCall(consoleChannels.list, { deleted: 0 }).data?.categories ?? []
  if (data === undefined)
    return (
      <Page title={t('title')} above={<BackLink href="/channels" text={t('channelBack')} />} isNarrow>
        {error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  const { channel } = data
  return (
    <Page
      title={`${channel.number} ${channel.name_ru}`}
      above={<BackLink href="/channels" text={t('channelBack')} />}
      isNarrow
      acts={
        maySeeGuide ? (
          <>
            {may('guide', 'edit') && channel.deleted_at === 0 ? (
              <LinkButton href={`/blackouts/new?target=channel&cid=${cid}`}>
                {base('common.blackOut')}
              </LinkButton>
            ) : null}
            <LinkButton href={`/guide/timeline/${cid}`}>{t('timelineLink')}</LinkButton>
            <LinkButton href={`/guide/matching?view=all&q=${encodeURIComponent(channel.name_ru)}`}>
              {t('guideLink')}
            </LinkButton>
          </>
        ) : undefined
      }
    >
      <p>
        <StateBadge channel={channel} hasSince /> {channel.is_radio ? <Badge>{t('kind.radio')}</Badge> : null}
      </p>
      {mayEdit && channel.deleted_at === 0 ? <ChannelForm channel={channel} categories={categories} /> : null}
      <ChannelLogo
        listLogo={data.list_logo}
        channel={channel}
        mayEdit={mayEdit && channel.deleted_at === 0}
      />
      <LockedFields details={data} mayEdit={mayEdit} />
      <ChannelSources details={data} mayEdit={mayEdit && channel.deleted_at === 0} />
      <ChannelCatchup details={data} mayEdit={mayEdit && channel.deleted_at === 0} />
      <Section title={t('tariffs')}>
        <p>{data.tariffs.length === 0 ? t('noTariffs') : data.tariffs.join(', ')}</p>
      </Section>
      {data.aliases.length === 0 ? null : (
        <Section title={t('aliases')}>
          <p>{data.aliases.join(', ')}</p>
        </Section>
      )}
      <Section title={t('history')}>
        <ChangeList filter={{ entity: 'channel', entity_id: cid }} />
      </Section>
    </Page>
  )
}

/** What was edited by hand, beside what the list says; a field can be taken from the list again. */
function LockedFields({ details, mayEdit }: { readonly details: Details; readonly mayEdit: boolean }) {
  const t = useChannelsText()
  const changeText = useChangeText()
  const refresh = useContentRefresh()
  const release = useAct(consoleChannels.release, {
    onDone: () => {
      showToast(t('released'))
      void refresh()
    },
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  const { channel, imported } = details
  if (channel.locked.length === 0) return null
  return (
    <Section title={t('lockedFields')} text={t('lockedText')}>
      <ul className={styles['plainList']}>
        {channel.locked.map((name) => {
          const key = `field.${name}`
          return (
            <li key={name}>
              <span>
                <strong>{isNamed(key) ? changeText(key as 'field.number') : name}</strong>
                <small>{t('fromList', { value: listed(imported[name]) })}</small>
              </span>
              {mayEdit ? (
                <Button
                  isPending={release.isPending}
                  onPress={() => release.mutate({ cid: channel.cid, fields: [name] })}
                >
                  {t('release')}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

function listed(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
