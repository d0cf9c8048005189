/** `/`: banners first, then rails in the editors' order; each loads and fails independently (HOME-01, HOME-02). */
import { Suspense } from 'react'
import { ownCollections } from '#contract/site/home.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useText } from '#web/session/text.ts'
import { Hero } from './hero.tsx'
import { OrderedRail } from './order/ordered-rail.tsx'
import { useHomeRails } from './order/use-home-rails.ts'
import { useSession } from '#web/session/session.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import styles from './rails/home.module.css'

const TelevisionHero = lazyOrNothing(() =>
  import('./television/television-hero.tsx').then((file) => file.TelevisionHero),
)

const PromoOverlay = lazyOrNothing(() =>
  import('./promo/promo-overlay.tsx').then((file) => file.PromoOverlay),
)

export function HomeScreen() {
  const t = useText()
  const isOnTelevision = isTelevision()
  const rails = useHomeRails()
  const own = ownCollections(rails)
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
      {rails.map((rail, index) =>
        // A television that starts with television starts with its focus there: OK plays the channel watched last.
        isOnTelevision && index === 0 && rail.kind === 'live' ? (
          <div key={rail.id} data-first="">
            <OrderedRail rail={rail} own={own} />
          </div>
        ) : (
          <OrderedRail key={rail.id} rail={rail} own={own} />
        ),
      )}
      <Promo />
    </div>
  )
}

/** For guests only, and when the page has long been idle. */
function Promo() {
  const isGuest = useSession().token === null
  return useSettled('last') && isGuest ? (
    <Suspense fallback={null}>
      <PromoOverlay />
    </Suspense>
  ) : null
}
