/** `/`: banners first, then rails; each rail loads and fails independently (HOME-01, HOME-02). */
import { Suspense } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useText } from '#web/session/text.ts'
import { CinemaRail } from './rails/cinema-rail.tsx'
import { ContinueRail } from './rails/continue-rail.tsx'
import { FavouriteChannelsRail } from './rails/favourite-channels-rail.tsx'
import { Collections, FilmRail } from './rails/film-rails.tsx'
import { GuestOffer } from './guest-offer.tsx'
import { Hero } from './hero.tsx'
import { InterestingRails } from './rails/interesting-rails.tsx'
import { LiveRail } from './rails/live-rail.tsx'
import { NewsStrip } from './rails/news-strip.tsx'
import { PromoOverlay } from './promo/promo-overlay.tsx'
import { SelectionRails } from './rails/selection-rails.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import styles from './rails/home.module.css'

const TelevisionHero = lazyOrNothing(() =>
  import('./television/television-hero.tsx').then((file) => file.TelevisionHero),
)

export function HomeScreen() {
  const t = useText()
  const isOnTelevision = isTelevision()
  return (
    <div className={styles.home}>
      <h1 className="spoken">{t('home.title')}</h1>
      {isOnTelevision ? (
        <Suspense fallback={<div className={styles.pinned} />}>
          <TelevisionHero />
        </Suspense>
      ) : (
        <Hero />
      )}
      {/* A television starts with television: OK plays the channel watched last. */}
      {isOnTelevision && (
        <div data-first="">
          <LiveRail />
        </div>
      )}
      <ContinueRail />
      <FavouriteChannelsRail />
      {!isOnTelevision && <LiveRail />}
      <GuestOffer />
      <InterestingRails />
      <FilmRail title={t('home.added')} to={pathOf('newMovies')} input={{ order: '-added', limit: 18 }} />
      <Collections />
      <FilmRail title={t('home.uzbek')} to={pathOf('uzbek')} input={{ kind: 'uzbek', limit: 18 }} />
      <FilmRail title={t('home.kids')} to={pathOf('kids')} input={{ kind: 'kids', limit: 18 }} />
      <NewsStrip />
      <CinemaRail />
      <SelectionRails />
      <PromoOverlay />
    </div>
  )
}
