import { useQuery } from '@tanstack/react-query'
import { consoleCampaigns } from '#contract/console/campaigns.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Badge, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { CampaignActs } from './campaign-acts.tsx'
import { CampaignEffect } from './campaign-effect.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { CampaignReport } from './campaign-report.tsx'
import { mediaWords, stateTone } from './campaign-words.ts'
import { useMessagesText } from './messages-text.ts'
import styles from './messages.module.css'

type Campaign = ResponseOf<typeof consoleCampaigns.card>

const watchMs = 15_000

/** `/messages/<id>`: a draft as a form, anything else with its delivery and effect; null for a new one. */
export function CampaignScreen({ id }: { readonly id: number | null }) {
  const t = useMessagesText()
  const input = { campaign_id: id ?? 1 }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleCampaigns.card, input),
    queryFn: ({ signal }) => call(consoleCampaigns.card, input, { signal }),
    enabled: id !== null,
    // Never a second request while one is pending.
    refetchInterval: ({ state }) => (isMoving(state.data) && state.fetchStatus === 'idle' ? watchMs : false),
  })
  const title = data === undefined || id === null ? t('newCampaign') : data.name
  return (
    <Page title={title} above={<BackLink href="/messages" text={t('back')} />}>
      {id === null ? (
        <CampaignForm campaign={undefined} />
      ) : data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.state === 'draft' ? (
        <CampaignForm key={data.campaign_id} campaign={data} />
      ) : (
        <Sent campaign={data} />
      )}
    </Page>
  )
}

function isMoving(campaign: Campaign | undefined): boolean {
  return campaign !== undefined && ['running', 'scheduled'].includes(campaign.state)
}

function Sent({ campaign }: { readonly campaign: Campaign }) {
  const t = useMessagesText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { state, stopped_by: stoppedBy, media, texts, starts_at: startsAt, started_at: startedAt } = campaign
  const beginsAt = startedAt === 0 ? startsAt : startedAt
  const begins =
    beginsAt === 0 ? t('atOnce') : t('begins', { time: formatMoment(beginsAt, language, nowSec) })
  return (
    <div className={styles['columns']}>
      <div className={styles['column']}>
        <div className={styles['row']}>
          <span className={styles['row']}>
            <Badge tone={stateTone(state)}>{t(`state.${state}`)}</Badge>
            <span className={styles['quiet']}>{[begins, mediaWords(media, t)].join(' · ')}</span>
          </span>
          <CampaignActs campaign={campaign} />
        </div>
        {stoppedBy === 'budget' ? <p>{t('stoppedBudget')}</p> : null}
        {campaign.report === null ? (
          <p role="status">{t('stillCounting')}</p>
        ) : (
          <CampaignReport report={campaign.report} />
        )}
        {state === 'scheduled' ? null : <CampaignEffect id={campaign.campaign_id} />}
      </div>
      <Section title={t('template')}>
        <div className={styles['bubble']}>
          <h3>{texts.title_ru}</h3>
          <p>{texts.body_ru}</p>
        </div>
        {texts.title_uz === '' ? null : (
          <div className={styles['bubble']}>
            <h3>{texts.title_uz}</h3>
            <p>{texts.body_uz}</p>
          </div>
        )}
      </Section>
    </div>
  )
}
