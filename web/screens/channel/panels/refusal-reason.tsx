/** Why this channel or recording does not play, the action that helps, and what can be watched instead (TV-08). */
import type { ReactNode } from 'react'
import { channels, openingTariffs, type Channel, type OpeningTariff } from '#contract/channels/channels.ts'
import { blackoutDetails } from '#contract/playback/blackouts.ts'
import { site } from '#contract/site/site.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import type { Refusal } from '#player/core/state/source.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { useBlackoutEnd } from '#web/player/stage/blackout-end.ts'
import { openPayment } from '#web/payment/flow/open-payment.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { Link, useLocation } from '#web/router/router.ts'
import { useWorldList } from '#web/features/channels/use-world-list.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { Gate } from '#web/payment/gate.tsx'
import { onAir } from '#web/ui/cards/on-air.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { BesideIt } from '#web/screens/channel/viewing/beside-it.tsx'
import type { ChannelStageProps } from '#web/screens/channel/viewing/channel-stage-props.ts'
import styles from '#web/screens/channel/viewing/channel-refusal.module.css'

export interface ChannelRefusalProps extends Pick<
  ChannelStageProps,
  'playback' | 'channel' | 'line' | 'programmes' | 'viewing'
> {
  readonly onLive: () => void
}

interface RefusalProps extends ChannelRefusalProps {
  readonly refusal: Refusal
}

export function RefusalReason(props: RefusalProps) {
  const { refusal } = props
  switch (refusal.failure) {
    case 'login_needed':
    case 'not_authorized':
      return <ForGuest />
    case 'not_subscribed':
      return <NotSubscribed {...props} />
    case 'account_suspended':
      return <Suspended {...props} />
    case 'session_blocked':
    case 'account_blocked':
      return <Blocked message={refusal.message} />
    case 'outside_region':
      return <OutOfRegion {...props} />
    case 'blacked_out':
      return <BlackedOut {...props} />
    case 'not_available_now':
      return <OffTheAir {...props} />
    default:
      return <NoRecording {...props} />
  }
}

function Reason({ gate, children }: { readonly gate: ReactNode; readonly children?: ReactNode }) {
  return (
    <div className={styles.reason}>
      {gate}
      {children}
    </div>
  )
}

function ForGuest() {
  const t = usePlayerText()
  const from = useHere()
  return (
    <Reason gate={<Gate kind="login" />}>
      <p className={styles.more}>
        {t('refused.noAccount')}{' '}
        <Link className={styles.link} to={`${pathOf('login')}?step=register`} state={{ from }}>
          {t('refused.register')}
        </Link>
      </p>
    </Reason>
  )
}

function NotSubscribed({ refusal, channel, line, playback }: RefusalProps) {
  const t = usePlayerText()
  const from = useHere()
  const tariffs = openingTariffs(refusal.details)
  const key = tariffs.length > 0 ? 'refused.tariffName' : 'refused.tariffText'
  const text = channel === null ? undefined : t(key, { name: channel.name })
  return (
    <Reason gate={<Gate kind="subscribe" message={text} hasAction={false} />}>
      <Opening tariffs={tariffs.slice(0, maxTariffs)} onPaid={() => playback?.retry()} />
      <ButtonLink
        to={pathOf('tariff')}
        variant={tariffs.length > 0 ? 'secondary' : 'primary'}
        state={{ from }}
      >
        {t('refused.tariff')}
      </ButtonLink>
      <Instead title={t('refused.open')} offered={line.filter(isOpen)} />
    </Reason>
  )
}

interface OpeningProps {
  readonly tariffs: readonly OpeningTariff[]
  readonly onPaid: () => void
}

/** The tariffs that include the channel, with prices; buying one here starts the channel. */
function Opening({ tariffs, onPaid }: OpeningProps) {
  const t = usePlayerText()
  const language = useLanguage()
  if (tariffs.length === 0) return null
  return (
    <div className={styles.instead}>
      <p className={styles.heading}>{t(tariffs.length === 1 ? 'refused.inTariff' : 'refused.inTariffs')}</p>
      <ul className={styles.list}>
        {tariffs.map(({ tariff_id, name, price }) => (
          <li key={tariff_id}>
            <button
              type="button"
              className={styles.tariff}
              onClick={() => openPayment({ kind: 'tariff', tariffId: tariff_id }, onPaid)}
            >
              <span className={styles.name}>{name}</span>
              <span className={styles.price}>{formatMoney(price, language)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Suspended({ refusal, line, playback }: RefusalProps) {
  const t = usePlayerText()
  const social = line.filter(({ is_social }) => is_social === 1)
  return (
    <Reason gate={<Gate kind="suspended" message={refusal.message} onPaid={() => playback?.retry()} />}>
      <Instead title={t('refused.social')} offered={social} />
    </Reason>
  )
}

function Blocked({ message }: { readonly message: string }) {
  const t = usePlayerText()
  const about = useCall(site.about, {})
  const phone = about.kind === 'ok' ? about.data.support_phone : ''
  return (
    <Reason gate={<Gate kind="blocked" message={message} />}>
      {phone !== '' && (
        <a className={styles.link} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
          {t('refused.call', { phone })}
        </a>
      )}
    </Reason>
  )
}

/** Outside the national network the guests' list contains the channels that are available there, in their order. */
function OutOfRegion({ channel }: RefusalProps) {
  const t = usePlayerText()
  const world = useWorldList(useCall(channels.publicList, {}))
  const offered = world.kind === 'ok' ? world.data.channels.item : []
  return (
    <Reason gate={<Gate kind="region" />}>
      <Instead title={t('refused.world')} offered={offered.filter(({ id }) => id !== channel?.id)} />
    </Reason>
  )
}

function OffTheAir({ channel, line }: RefusalProps) {
  const t = usePlayerText()
  const others = line.filter((one) => one.id !== channel?.id && isOpen(one))
  const alike = others.filter(({ category_id }) => category_id === channel?.category_id)
  const title = channel === null ? undefined : t('refused.offAir', { name: channel.name })
  return (
    <Reason gate={<Gate kind="unavailable" title={title} message={t('refused.triesAgain')} />}>
      <Instead
        title={t('refused.instead')}
        offered={[...alike, ...others.filter((one) => !alike.includes(one))]}
      />
    </Reason>
  )
}

/** A rights holder forbids it here and now: its words, until when, and what can be watched instead. */
function BlackedOut({ refusal, channel, line, programmes, viewing, onLive }: RefusalProps) {
  const t = usePlayerText()
  const end = useBlackoutEnd(blackoutDetails(refusal.details))
  const pid = viewing.viewing.kind === 'programme' ? viewing.viewing.pid : null
  const programme = programmes.find((one) => one.pid === pid)
  const others = line.filter((one) => one.id !== channel?.id && isOpen(one))
  return (
    <Reason gate={<Gate kind="unavailable" title={refusal.message} message={end} />}>
      {programme !== undefined && <BesideIt programmes={programmes} programme={programme} />}
      {viewing.viewing.kind === 'programme' && channel !== null && (
        <Button icon="play" onClick={onLive}>
          {t('channel.toLive')}
        </Button>
      )}
      <Instead title={t('refused.instead')} offered={others} />
    </Reason>
  )
}

function NoRecording({ refusal, channel, programmes, viewing, onLive }: RefusalProps) {
  const t = usePlayerText()
  const pid = viewing.viewing.kind === 'programme' ? viewing.viewing.pid : null
  const programme = programmes.find((one) => one.pid === pid)
  const gate = <Gate kind="unavailable" title={refusal.message} message={programme?.title ?? ''} />
  return (
    <Reason gate={gate}>
      {programme !== undefined && <BesideIt programmes={programmes} programme={programme} />}
      {channel !== null && (
        <Button icon="play" onClick={onLive}>
          {t('channel.toLive')}
        </Button>
      )}
    </Reason>
  )
}

function isOpen({ is_available }: Channel) {
  return is_available === 1
}

const maxTariffs = 4

function Instead({ title, offered }: { readonly title: string; readonly offered: readonly Channel[] }) {
  const nowSec = useNowSec()
  const { pathname } = useLocation()
  const prefix = matchPage(pathname)?.language ?? null
  if (offered.length === 0) return null
  return (
    <div className={styles.instead}>
      <p className={styles.heading}>{title}</p>
      <ul className={styles.list}>
        {offered.slice(0, maxTariffs).map((channel) => (
          <li key={channel.id}>
            <Link className={styles.offer} to={pathOf('channel', { id: channel.id }, prefix)} replace>
              <ChannelLogo name={channel.name} logo={channel.logo} className={styles.logo} />
              <span className={styles.words}>
                <span className={styles.name}>{channel.name}</span>
                <span className={styles.now}>{onAir(channel, nowSec)?.title}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
