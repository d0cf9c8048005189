/** `/collections/{provider}`: one shelf of the editors, whole (CAT-08). */
import { useParams } from 'react-router'
import { pathOf } from '#contract/pages.ts'
import { site } from '#contract/site.ts'
import { useListText } from '#web/screens/list/list-text.ts'
import { useCall } from '#web/session/api.ts'
import { useHead } from '#web/shell/page-head.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PosterCard, PosterSkeleton } from '#web/ui/poster-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/state-card.tsx'
import styles from '#web/screens/list/list-screen.module.css'
import own from './collection-screen.module.css'

const PLACES = Array.from({ length: 14 }, (_, index) => String(index))

export function CollectionScreen() {
  const t = useListText()
  const state = useCall(site.collection, { id: Number(useParams()['provider']), device: 'browser' })
  const collection = state.kind === 'answer' ? state.data : null
  useHead(
    collection === null ? null : { title: `${collection.name} — Ekran`, description: collection.description },
  )
  if (state.kind === 'refused' && state.failure === 'not_found')
    return (
      <div className={styles.screen}>
        <EmptyCard title={t('missing')}>
          <ButtonLink to={pathOf('home')}>{t('toHome')}</ButtonLink>
        </EmptyCard>
      </div>
    )
  if (state.kind === 'refused' || state.kind === 'unreachable')
    return (
      <div className={styles.screen}>
        <RetryCard onRetry={state.retry} />
      </div>
    )
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        {collection === null ? (
          <Skeleton className={own.title} />
        ) : (
          <h1 className={styles.title}>{collection.name}</h1>
        )}
        {collection !== null && collection.description !== '' && (
          <p className={styles.lead}>{collection.description}</p>
        )}
      </div>
      {collection !== null && collection.items.length === 0 && <EmptyCard title={t('empty')} />}
      <ul className={styles.grid} data-grid="">
        {collection === null
          ? PLACES.map((place) => (
              <li key={place}>
                <PosterSkeleton />
              </li>
            ))
          : collection.items.map((film) => (
              <li key={film.vid}>
                <PosterCard film={film} />
              </li>
            ))}
      </ul>
    </div>
  )
}
