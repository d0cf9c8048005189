import { FramedList } from '#console/ui/framed-list.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { type CampaignRow, consoleCampaigns } from '#contract/console/campaigns.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { mediaWords, stateTone } from './campaign-words.ts'
import { useMessagesText } from './messages-text.ts'
import { SettingsDialog } from './settings-dialog.tsx'

/** `/messages`: the campaigns, the newest first. */
export function MessagesScreen() {
  const t = useMessagesText()
  const may = useMay()
  const [isSetting, setIsSetting] = useState(false)
  const { data, error, refetch } = useCall(consoleCampaigns.list, {})
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={
        <>
          {may('messages', 'act') ? (
            <LinkButton href="/messages/new" isPrimary>
              {t('newCampaign')}
            </LinkButton>
          ) : null}
          <LinkButton href="/messages/templates">{t('templates')}</LinkButton>
          <LinkButton href="/messages/segments">{t('segments')}</LinkButton>
          <LinkButton href="/messages/commands">{t('commands')}</LinkButton>
          {may('messages', 'edit') ? <Button onPress={() => setIsSetting(true)}>{t('rules')}</Button> : null}
        </>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.campaigns.length === 0 ? (
        <Empty text={t('noCampaigns')} />
      ) : (
        <FramedList label={t('title')}>
          {data.campaigns.map((one) => (
            <Row key={one.campaign_id} campaign={one} />
          ))}
        </FramedList>
      )}
      {isSetting ? <SettingsDialog onClose={() => setIsSetting(false)} /> : null}
    </Page>
  )
}

function Row({ campaign }: { readonly campaign: CampaignRow }) {
  const t = useMessagesText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { campaign_id: id, name, state, media, starts_at: startsAt, started_at: startedAt, by } = campaign
  const beginsAt = startedAt === 0 ? startsAt : startedAt
  const begins =
    beginsAt === 0 ? t('atOnce') : t('begins', { time: formatMoment(beginsAt, language, nowSec) })
  return (
    <li>
      <Link href={`/messages/${id}`}>{name}</Link>
      <Badge tone={stateTone(state)}>{t(`state.${state}`)}</Badge>
      <small>{[begins, mediaWords(media, t), ...(by === '' ? [] : [by])].join(' · ')}</small>
    </li>
  )
}
