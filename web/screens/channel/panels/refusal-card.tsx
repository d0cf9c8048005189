/** The card of a refusal over what its channel shows now, far out of focus, and the lists on it. */
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import type { Channel, OpeningTariff } from '#contract/channels/channels.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { LaterStill } from '#web/features/stills/later-still.tsx'
import { formatMoney } from '#web/i18n/format.ts'
import { Gate } from '#web/payment/gate.tsx'
import { Link, useLocation } from '#web/router/router.ts'
import { useLanguage } from '#web/session/session.ts'
import { atServer } from '#web/state/site-address.ts'
import { ChannelLogo } from '#web/ui/cards/channel-logo.tsx'
import { onAir } from '#web/ui/cards/on-air.ts'
import { TariffSign } from '#web/ui/cards/tariff-sign.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useLatest } from '#web/state/use-latest.ts'
import styles from '#web/screens/channel/viewing/channel-refusal.module.css'

const maxChannels = 4
/** The others stand on the page of the tariffs, to which the card leads too. */
const maxTariffs = 2

interface PlaceProps {
  readonly channel: Channel | null
  readonly onRefusal: () => void
}

type ReasonProps = ComponentProps<typeof Gate> & PlaceProps

/** One card: the reason, the way on, and what belongs to it. */
export function Reason(props: ReasonProps) {
  const { channel, onRefusal, kind, title, message, price, actions, onPaid, children } = props
  return (
    <RefusalPlace channel={channel} onRefusal={onRefusal}>
      <Gate {...{ kind, title, message, price, actions, onPaid }}>{children}</Gate>
    </RefusalPlace>
  )
}

/** Ways on, beside each other where the card is wide enough. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

interface RefusalPlaceProps extends PlaceProps {
  /** This profile may not see what is behind the card: only the logo is. */
  readonly isClosed?: boolean
  readonly children: ReactNode
}

/**
 * Before what the channel shows now, where this viewer may see that and saves no data, else before its logo; tells the
 * page that the card is there.
 */
export function RefusalPlace(props: RefusalPlaceProps) {
  const { channel, isClosed = false, children } = props
  const picture = channel?.logo ?? ''
  const latest = useLatest(props)
  useEffect(() => latest.current.onRefusal(), [latest])
  return (
    <div className={styles.reason}>
      {channel !== null && (
        <span className={styles.behind} aria-hidden="true">
          {!isClosed && channel.is_locked !== 1 && <LaterStill channel={channel} />}
          {picture !== '' && <img src={atServer(picture)} alt="" />}
        </span>
      )}
      {children}
    </div>
  )
}

interface OpeningProps {
  readonly title: string
  readonly tariffs: readonly OpeningTariff[]
  readonly onTariff: (tariffId: number) => void
}

/** What makes the card higher is waited for, but not for long. */
const patienceMs = 1500

/** True once it is loaded, or the wait for it is over: until then there is no card. */
export function useLoadedSoon(isLoaded: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setIsOver, patienceMs, true)
    return () => clearTimeout(timer)
  }, [])
  return isLoaded || isOver
}

/** The tariffs that include the channel, with prices; buying one here starts the channel. */
export function Opening({ title, tariffs, onTariff }: OpeningProps) {
  const language = useLanguage()
  if (tariffs.length === 0) return null
  return (
    <div className={classes(styles.instead, styles.tariffRows)}>
      <p className={styles.heading}>{title}</p>
      <ul className={styles.tariffs}>
        {tariffs.slice(0, maxTariffs).map(({ tariff_id, name, price, description, look }) => (
          <li key={tariff_id}>
            <button type="button" className={styles.tariff} onClick={() => onTariff(tariff_id)}>
              <TariffSign look={look} className={styles.sign} />
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                {description !== '' && <span className={styles.about}>{description}</span>}
              </span>
              <span className={styles.price}>{formatMoney(price, language)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface InsteadProps {
  readonly title: string
  readonly offered: readonly Channel[]
}

/** Channels that play now, each with its programme. */
export function Instead({ title, offered }: InsteadProps) {
  const nowSec = useNowSec()
  const { pathname } = useLocation()
  const prefix = matchPage(pathname)?.language ?? null
  if (offered.length === 0) return null
  return (
    <div className={classes(styles.instead, styles.others)}>
      <p className={styles.heading}>{title}</p>
      <ul className={styles.list}>
        {offered.slice(0, maxChannels).map((channel) => (
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
