/** Films in the archive, loaded after the page that shows them. */
import { Suspense, type ComponentProps } from 'react'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { PosterSkeleton } from './poster-card.tsx'
import styles from './later-recorded.module.css'
import type { RecordedCard } from './recorded-card.tsx'
import type { RecordedOfFilm } from './recorded-list.tsx'

type Props = ComponentProps<typeof RecordedCard>

const Card = lazyOrNothing<Props>(() => import('./recorded-card.tsx').then((file) => file.RecordedCard))

/** `RecordedCard`, loaded later. */
export function LaterRecordedCard(props: Props) {
  return (
    <Suspense fallback={<PosterSkeleton />}>
      <Card {...props} />
    </Suspense>
  )
}

const OfFilm = lazyOrNothing<ComponentProps<typeof RecordedOfFilm>>(() =>
  import('./recorded-list.tsx').then((file) => file.RecordedOfFilm),
)

/** `RecordedOfFilm`, loaded after the first screen; its space is reserved, so that nothing moves. */
export function LaterRecordedOfFilm(props: ComponentProps<typeof RecordedOfFilm>) {
  const waiting = <div className={styles.waiting} data-rows={Math.min(3, props.broadcasts.length)} />
  if (!useSettled()) return waiting
  return (
    <Suspense fallback={waiting}>
      <OfFilm {...props} />
    </Suspense>
  )
}
