import type { ReactNode } from 'react'
import { consoleSubscribers } from '#contract/console/subscribers.ts'
import { formatAgo, formatDate } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { IconButton } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { copyText } from '#console/ui/copy-text.tsx'
import { Badge, Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { Advertising } from './advertising-section.tsx'
import { Recordings } from './recordings-section.tsx'
import { Profiles } from './profiles-section.tsx'
import { OtherPlayers } from './players-section.tsx'
import { TelegramLink } from './telegram-section.tsx'
import { SubscriberActs } from './acts/acts-section.tsx'
import { BrandFact } from './brand-fact.tsx'
import { CityFact } from './city-fact.tsx'
import { Devices, Playing } from './devices-sections.tsx'
import { Cards, Money, Tariffs } from './money-sections.tsx'
import { NoteForm } from './note-form.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import {
  shownName,
  spacedPhone,
  isOver,
  standingSentence,
  standingTone,
  type SubscriberCard,
} from './words/subscriber-words.ts'
import { useSubscribersText } from './words/subscribers-text.ts'
import { Timeline } from './timeline.tsx'
import { Why } from './why/why-section.tsx'
import styles from './subscribers.module.css'

/** `/subscribers/12`: one subscriber, with everything that a person on the telephone may ask about. */
export function SubscriberScreen({ accountId }: { readonly accountId: number }) {
  const t = useSubscribersText()
  const mayNote = useMay()('subscribers', 'edit')
  const { data, error, refetch } = useCall(consoleSubscribers.card, { account_id: accountId })
  const above = <BackLink href="/subscribers" text={t('back')} />
  if (data === undefined)
    return (
      <Page title={t('loading')} above={above}>
        {error === null ? (
          <Skeleton lines={8} />
        ) : 'failure' in error && error.failure === 'not_found' ? (
          <Empty text={t('notFound')} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <Page title={shownName(data, t)} above={above}>
      <Head card={data} />
      <SubscriberActs card={data} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <Why accountId={accountId} isOver={isOver(data)} />
          <Tariffs card={data} />
          <Money card={data} />
          <Section title={t('history')} text={t('historyText')}>
            {mayNote ? <NoteForm accountId={accountId} /> : null}
            <Timeline accountId={accountId} />
          </Section>
        </div>
        <div className={styles['column']}>
          <Profile card={data} />
          <Playing card={data} />
          <Devices card={data} />
          <Recordings accountId={accountId} />
          <Cards card={data} />
          <Profiles accountId={accountId} />
          <TelegramLink accountId={accountId} />
          <OtherPlayers accountId={accountId} />
          <Advertising accountId={accountId} />
        </div>
      </div>
    </Page>
  )
}

/** The state in one sentence, and what identifies the subscriber. */
function Head({ card }: { readonly card: SubscriberCard }) {
  const t = useSubscribersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { standing, abonement, phone, balance } = card
  return (
    <div className={styles['head']}>
      <p className={styles['sentence']} data-tone={standingTone(standing.kind)}>
        {standingSentence(standing, t, language, nowSec)}
      </p>
      <dl className={styles['keyFacts']}>
        <div>
          <dt>{t('head.number')}</dt>
          <dd>
            {abonement}
            <IconButton icon="copy" label={t('copyNumber')} onPress={() => void copyText(abonement)} />
          </dd>
        </div>
        <div>
          <dt>{t('head.phone')}</dt>
          <dd>
            {phone === '' ? t('noPhone') : spacedPhone(phone)}
            {phone.startsWith('+') && !phone.includes('•') ? (
              <IconButton icon="copy" label={t('copyPhone')} onPress={() => void copyText(phone)} />
            ) : null}
          </dd>
        </div>
        <div>
          <dt>{t('balanceNow')}</dt>
          <dd>{moneyIn(language, balance)}</dd>
        </div>
      </dl>
      <Doubles card={card} />
      {card.is_test ? (
        <div>
          <Badge tone="own">{t('test')}</Badge>
        </div>
      ) : null}
    </div>
  )
}

/** Where a merged account goes on, or the closed ones that became a part of this one. */
function Doubles({ card: { doubles, merged_into: into } }: { readonly card: SubscriberCard }) {
  const t = useSubscribersText()
  const others = into === null ? doubles : [into]
  if (others.length === 0) return null
  return (
    <p>
      {t(into === null ? 'doubles' : 'mergedInto')}
      {': '}
      {others.map((one) => (
        <LinkButton key={one.account_id} href={`/subscribers/${one.account_id}`}>
          {one.abonement}
        </LinkButton>
      ))}
    </p>
  )
}

function Profile({ card }: { readonly card: SubscriberCard }) {
  const t = useSubscribersText()
  const base = useText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { created_at: created, seen_at: seen, language: own, region } = card
  return (
    <Section title={t('profile')}>
      <dl className={styles['facts']}>
        <Fact name={t('registered')}>{formatDate(created, language, nowSec)}</Fact>
        <Fact name={t('head.seen')}>
          {seen === 0 ? base('common.never') : formatAgo(seen, language, nowSec)}
        </Fact>
        <Fact name={t('language')}>{own === 'ru' || own === 'uz' ? t(`language.${own}`) : t('unknown')}</Fact>
        <CityFact card={card} />
        <BrandFact card={card} />
        <Fact name={t('region')}>{region === '' ? t('unknown') : t(`region.${region}`)}</Fact>
      </dl>
    </Section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
