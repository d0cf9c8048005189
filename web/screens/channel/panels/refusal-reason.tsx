/** Why this channel or recording does not play, the action that helps, and what can be watched instead (TV-08). */
import { Suspense } from 'react'
import type { ProfileGateProps } from '#web/profiles/profile-gate.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import {
  channels,
  missingSums,
  openingTariffs,
  type Channel,
  type Programme,
} from '#contract/channels/channels.ts'
import { blackoutDetails } from '#contract/playback/blackouts.ts'
import { site } from '#contract/site/site.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Refusal } from '#player/core/state/source.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { useBlackoutEnd } from '#web/player/stage/blackout-end.ts'
import { openPayment } from '#web/payment/flow/open-payment.ts'
import { FreeDaysButton } from '#web/payment/offer/free-days-button.tsx'
import { useFreeTerms, useOfferText } from '#web/payment/offer/offer-text.ts'
import { useFreeDays } from '#web/payment/offer/use-free-days.ts'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { Link } from '#web/router/router.ts'
import { useWorldList } from '#web/features/channels/use-world-list.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage, useSession } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { isOfProfile } from '#web/profiles/profile-refusals.ts'
import { BesideIt } from '#web/screens/channel/viewing/beside-it.tsx'
import type { ChannelStageProps } from '#web/screens/channel/viewing/channel-stage-props.ts'
import styles from '#web/screens/channel/viewing/channel-refusal.module.css'
import { Actions, Instead, Opening, Reason, RefusalPlace, useLoadedSoon } from './refusal-card.tsx'

/** Most profiles have no limit. */
const ProfileGate = lazyOrNothing<ProfileGateProps>(() =>
  import('#web/profiles/profile-gate.tsx').then((file) => file.ProfileGate),
)

export interface ChannelRefusalProps extends Pick<
  ChannelStageProps,
  'playback' | 'channel' | 'line' | 'programmes' | 'viewing' | 'onRefusal'
> {
  readonly onLive: () => void
}

interface RefusalProps extends ChannelRefusalProps {
  readonly refusal: Refusal
}

export function RefusalReason(props: RefusalProps) {
  const { refusal } = props
  if (isOfProfile(refusal.failure)) return <OfProfile {...props} />
  switch (refusal.failure) {
    case 'login_needed':
    case 'not_authorized':
      return <ForGuest {...props} />
    case 'guest_streams_full':
      return <ForGuest {...props} line={[]} message={refusal.message} />
    case 'moment_over':
    case 'moment_limit':
    case 'moment_closed':
      return <NoMoment {...props} />
    case 'not_subscribed':
      return <NotSubscribed {...props} />
    case 'account_suspended':
      return <Suspended {...props} />
    case 'tariff_paused':
      return <Paused {...props} />
    case 'session_blocked':
    case 'account_blocked':
      return <Blocked {...props} />
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

/** Beside the login: the free days of new subscribers, and the channels that play without one. */
function ForGuest(props: RefusalProps & { readonly message?: string }) {
  const { channel, line, message } = props
  const t = usePlayerCardText()
  const offer = useOfferText()
  const from = useHere()
  const termsOf = useFreeTerms()
  const isGuest = useSession().token === null
  const free = useFreeDays()
  const isReady = useLoadedSoon(free !== undefined)
  if (!isReady) return null
  const offered = isGuest ? line.filter((one) => one.id !== channel?.id && isOpen(one)) : []
  const instead = <Instead title={t('refused.free')} offered={offered} />
  if (free !== undefined && free !== null)
    return (
      <Reason
        {...props}
        kind="login"
        message={message ?? offer('newcomers', { terms: termsOf(free) })}
        actions={
          <Actions>
            <FreeDaysButton free={free} />
            <ButtonLink to={pathOf('login')} state={{ from }}>
              {t('refused.login')}
            </ButtonLink>
          </Actions>
        }
      >
        {instead}
      </Reason>
    )
  return (
    <Reason {...props} kind="login" message={message}>
      <p className={styles.more}>
        {t('refused.noAccount')}{' '}
        <Link className={styles.link} to={`${pathOf('login')}?step=register`} state={{ from }}>
          {t('refused.register')}
        </Link>
      </p>
      {instead}
    </Reason>
  )
}

/** This profile may not watch it, or not now; a PIN opens what is above its age. */
function OfProfile(props: RefusalProps) {
  const { refusal, channel, viewing, playback } = props
  const what =
    viewing.viewing.kind === 'programme'
      ? ({ kind: 'programme', id: viewing.viewing.pid } as const)
      : channel === null
        ? undefined
        : ({ kind: 'channel', id: channel.id } as const)
  return (
    <RefusalPlace {...props} isClosed>
      <Suspense fallback={null}>
        <ProfileGate {...refusal} what={what} onOpened={() => playback?.retry()} />
      </Suspense>
    </RefusalPlace>
  )
}

/** A link to a moment does not play: the way to the whole. */
function NoMoment(props: RefusalProps) {
  const isGuest = useSession().token === null
  const { message } = props.refusal
  if (isGuest) return <ForGuest {...props} line={[]} message={message} />
  return <Reason {...props} kind="subscribe" message={message} />
}

/** The way on is the free days where they open this, else the cheapest tariff that does. */
function NotSubscribed(props: RefusalProps) {
  const { refusal, channel, line, playback } = props
  const t = usePlayerCardText()
  const offer = useOfferText()
  const termsOf = useFreeTerms()
  const language = useLanguage()
  const from = useHere()
  const opening = openingTariffs(refusal.details)
  const [cheapest] = opening
  const offered = useFreeDays()
  // Often those of the dearest tariff, which the list does not reach.
  const free = opening.some(({ tariff_id }) => tariff_id === offered?.tariffId) ? (offered ?? null) : null
  const unpaid = useUnpaid(line)
  const isReady = useLoadedSoon(offered !== undefined && unpaid !== undefined)
  if (!isReady) return null
  const again = () => playback?.retry()
  const buy = (tariffId: number) => openPayment({ kind: 'tariff', tariffId }, again)
  const key = cheapest === undefined ? 'refused.tariffText' : 'refused.tariffName'
  const terms = free === null ? '' : ` ${termsOf(free)}`
  const isBought = free === null && cheapest !== undefined
  return (
    <Reason
      {...props}
      kind="subscribe"
      message={channel === null ? undefined : `${t(key, { name: channel.name })}${terms}`}
      actions={
        <Actions>
          {free !== null && <FreeDaysButton free={free} onTaken={again} />}
          {isBought && (
            <Button variant="primary" onClick={() => buy(cheapest.tariff_id)}>
              {offer('connectFor', {
                tariff: cheapest.name,
                price: formatMoney(cheapest.price, language),
              })}
            </Button>
          )}
          <ButtonLink
            to={pathOf('tariff')}
            variant={cheapest === undefined ? 'primary' : 'secondary'}
            state={{ from }}
          >
            {cheapest === undefined ? t('refused.tariff') : offer('allTariffs')}
          </ButtonLink>
        </Actions>
      }
    >
      <Opening
        title={offer(isBought ? 'otherTariffs' : 'inTariff')}
        tariffs={isBought ? opening.slice(1) : opening}
        onTariff={buy}
      />
      <Instead title={t('refused.open')} offered={unpaid ?? []} />
    </Reason>
  )
}

/**
 * Channels that play without a subscription; undefined while they are not known. Of a viewer who pays for one these are
 * only those that are open to guests: whether any other plays, its tariff decides. Without a paid one whatever plays is
 * open: to guests, or as a social channel of a suspended tariff.
 */
function useUnpaid(line: readonly Channel[]): readonly Channel[] | undefined {
  const { token } = useSession()
  const info = useCall(accounts.info, token === null ? null : {})
  const pays = info.kind === 'ok' && info.data.subscriptions.item.some(({ state }) => state === 'active')
  const toGuests = useCall(channels.publicList, pays ? {} : null)
  if (info.kind === 'loading' || (pays && toGuests.kind === 'loading')) return undefined
  if (info.kind !== 'ok') return []
  if (!pays) return line.filter(isOpen)
  const open = toGuests.kind === 'ok' ? toGuests.data.channels.item.filter(isOpen) : []
  return line.filter((one) => isOpen(one) && open.some(({ id }) => id === one.id))
}

function Suspended(props: RefusalProps) {
  const { refusal, line, playback } = props
  const t = usePlayerCardText()
  const social = line.filter(({ is_social }) => is_social === 1)
  const missing = missingSums(refusal.details)
  return (
    <Reason
      {...props}
      kind="suspended"
      message={missing > 0 ? undefined : refusal.message}
      price={missing > 0 ? missing : null}
      onPaid={() => playback?.retry()}
    >
      <Instead title={t('refused.social')} offered={social} />
    </Reason>
  )
}

function Paused(props: RefusalProps) {
  const t = usePlayerCardText()
  const social = props.line.filter(({ is_social }) => is_social === 1)
  return (
    <Reason {...props} kind="paused">
      <Instead title={t('refused.social')} offered={social} />
    </Reason>
  )
}

function Blocked(props: RefusalProps) {
  const t = usePlayerCardText()
  const about = useCall(site.about, {})
  const phone = about.kind === 'ok' ? about.data.support_phone : ''
  return (
    <Reason {...props} kind="blocked" message={props.refusal.message}>
      {phone !== '' && (
        <a className={styles.link} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
          {t('refused.call', { phone })}
        </a>
      )}
    </Reason>
  )
}

/** Outside the national network the guests' list contains the channels that are available there, in their order. */
function OutOfRegion(props: RefusalProps) {
  const t = usePlayerCardText()
  const world = useWorldList(useCall(channels.publicList, {}))
  const offered = world.kind === 'ok' ? world.data.channels.item : []
  return (
    <Reason {...props} kind="region">
      <Instead title={t('refused.world')} offered={offered.filter(({ id }) => id !== props.channel?.id)} />
    </Reason>
  )
}

function OffTheAir(props: RefusalProps) {
  const { channel, line } = props
  const t = usePlayerCardText()
  const others = line.filter((one) => one.id !== channel?.id && isOpen(one))
  const alike = others.filter(({ category_id }) => category_id === channel?.category_id)
  const title = channel === null ? undefined : t('refused.offAir', { name: channel.name })
  return (
    <Reason {...props} kind="unavailable" title={title} message={t('refused.triesAgain')}>
      <Instead
        title={t('refused.instead')}
        offered={[...alike, ...others.filter((one) => !alike.includes(one))]}
      />
    </Reason>
  )
}

/** A rights holder forbids it here and now: its words, until when, and what can be watched instead. */
function BlackedOut(props: RefusalProps) {
  const { refusal, channel, line } = props
  const t = usePlayerCardText()
  const end = useBlackoutEnd(blackoutDetails(refusal.details))
  const others = line.filter((one) => one.id !== channel?.id && isOpen(one))
  return (
    <Reason
      {...props}
      kind="unavailable"
      title={refusal.message}
      message={end}
      actions={props.viewing.viewing.kind === 'programme' ? <ToLive {...props} /> : undefined}
    >
      <Beside {...props} />
      <Instead title={t('refused.instead')} offered={others} />
    </Reason>
  )
}

function NoRecording(props: RefusalProps) {
  const title = props.refusal.message
  const message = programmeOf(props)?.title ?? ''
  return (
    <Reason {...props} kind="unavailable" title={title} message={message} actions={<ToLive {...props} />}>
      <Beside {...props} />
    </Reason>
  )
}

function programmeOf({ programmes, viewing: { viewing } }: RefusalProps): Programme | undefined {
  return viewing.kind === 'programme' ? programmes.find(({ pid }) => pid === viewing.pid) : undefined
}

function Beside(props: RefusalProps) {
  const programme = programmeOf(props)
  return programme === undefined ? null : <BesideIt programmes={props.programmes} programme={programme} />
}

function ToLive({ channel, onLive }: RefusalProps) {
  const t = usePlayerText()
  if (channel === null) return null
  return (
    <Button icon="play" variant="primary" onClick={onLive}>
      {t('channel.toLive')}
    </Button>
  )
}

function isOpen({ is_available }: Channel) {
  return is_available === 1
}
