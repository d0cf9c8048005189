import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import type { HomeRail } from '#contract/site/home.ts'
import { pathOf } from '#contract/form/pages.ts'
import { GuestOffer } from '#web/screens/home/rails/guest-offer.tsx'
import { CinemaRail } from '#web/screens/home/rails/cinema-rail.tsx'
import { ContinueRail } from '#web/screens/home/rails/continue-rail.tsx'
import { FavouriteChannelsRail } from '#web/screens/home/rails/favourite-channels-rail.tsx'
import { CollectionRail, Collections, FilmRail } from '#web/screens/home/rails/film-rails.tsx'
import styles from '#web/screens/home/rails/home.module.css'
import { InterestingRails } from '#web/screens/home/rails/interesting-rails.tsx'
import { ChosenChannelsRail, LiveRail } from '#web/screens/home/rails/live-rail.tsx'
import { NewsStrip } from '#web/screens/home/rails/news-strip.tsx'
import { SelectionRails } from '#web/screens/home/rails/selection-rails.tsx'
import { hasStoredHabits } from '#web/features/channels/habits-storage.ts'
import { firstPage } from '#web/session/first-page.ts'
import { storedProfile, useProfile } from '#web/session/profile.ts'
import { useSession } from '#web/session/session.ts'
import { useText } from '#web/session/text.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'

const OwnChannelsRails = lazyOrNothing(() =>
  import('#web/screens/home/rails/own-channels-rails.tsx').then((file) => file.OwnChannelsRails),
)

interface OrderedRailProps {
  readonly rail: HomeRail
  /** Collections that have a rail of their own. */
  readonly own: ReadonlySet<number>
}

/** A rail of the home page for its audience. One of a kind that this version does not have shows nothing. */
export function OrderedRail({ rail, own }: OrderedRailProps) {
  const isGuest = useSession().token === null
  const content = <RailOfKind rail={rail} own={own} />
  if (rail.audience === 'guests') return isGuest ? <div className={styles.forGuests}>{content}</div> : null
  if (rail.audience === 'subscribers') return isGuest ? <Reserved title={rail.title} /> : content
  return content
}

/** The server renders the page for guests; the browser reserves the space for viewers before it has loaded anything. */
function Reserved({ title }: { readonly title: string }) {
  return firstPage() === null ? null : (
    <div className={styles.forViewers} aria-hidden="true">
      <Rail title={title} />
    </div>
  )
}

function RailOfKind({ rail, own }: OrderedRailProps): ReactNode {
  const t = useText()
  const { title } = rail
  switch (rail.kind) {
    case 'live':
      return (
        <>
          <LiveRail title={title} />
          <OwnChannels />
        </>
      )
    case 'continue':
      return <ContinueRail title={title} />
    case 'favourite_channels':
      return <FavouriteChannelsRail title={title} />
    case 'guest_offer':
      return <GuestOffer title={title} />
    case 'interesting':
      return <InterestingRails />
    case 'new_films':
      return (
        <FilmRail
          title={title || t('home.added')}
          to={pathOf('newMovies')}
          input={{ order: '-added', limit }}
        />
      )
    case 'collections':
      return <Collections except={own} />
    case 'uzbek':
    case 'kids':
      return (
        <FilmRail
          title={title || t(`home.${rail.kind}`)}
          to={pathOf(rail.kind)}
          input={{ kind: rail.kind, limit }}
        />
      )
    case 'news':
      return <NewsStrip title={title} />
    case 'cinema':
      return <CinemaRail title={title} />
    case 'selections':
      return <SelectionRails />
    case 'broadcast_titles':
      return <LaterRecordedRail title={title || t('home.recorded')} />
    case 'collection':
      return <CollectionRail id={rail.collection_id} title={title} to={rail.href} />
    case 'films':
      return (
        <FilmRail
          title={title || t(filmTitles[rail.films?.kind ?? 'films'])}
          to={rail.href || undefined}
          input={{ ...rail.films, limit }}
        />
      )
    case 'channel_category':
    case 'channels':
      return <ChosenChannelsRail rail={rail} />
  }
}

/** For profiles that have watched something on this device; the server and a browser's first render know nothing of it. */
function OwnChannels() {
  const no = useProfile()?.no ?? 0
  const hasHabits = useSyncExternalStore(storedProfile.subscribe, hasStoredHabits, onServer)
  return hasHabits ? (
    <Suspense fallback={null}>
      <OwnChannelsRails key={no} />
    </Suspense>
  ) : null
}

function onServer() {
  return false
}

/** Below the first screen: its code is loaded after the page's. */
const RecordedRail = lazyOrNothing<{ readonly title: string }>(() =>
  import('#web/screens/home/rails/recorded-rail.tsx').then((file) => file.RecordedRail),
)

function LaterRecordedRail({ title }: { readonly title: string }) {
  // The server renders the heading; the cards come once the first screen is there.
  if (!useSettled()) return <Rail title={title} />
  return (
    <Suspense fallback={<Rail title={title} />}>
      <RecordedRail title={title} />
    </Suspense>
  )
}

const limit = 18

const filmTitles = {
  films: 'nav.movies',
  serials: 'nav.serials',
  kids: 'home.kids',
  uzbek: 'home.uzbek',
} as const
