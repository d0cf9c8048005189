/** `/collections/{provider}`: all titles of one editorial collection (CAT-08). */
import { pathOf } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { useListText } from '#web/features/films/list-text.ts'
import { PosterGrid } from '#web/features/films/poster-grid.tsx'
import { useParams } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import styles from './collection-screen.module.css'

type Collection = ResponseOf<typeof site.collection>

const places = 14

export function CollectionScreen() {
  const t = useListText()
  const language = useLanguage()
  const id = Number(useParams()['provider'])
  const state = useCall(site.collection, { id, device: 'browser' })
  const collection = state.kind === 'ok' ? state.data : null
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
      <Head collection={collection} />
      {collection !== null && collection.items.length === 0 ? (
        <EmptyCard title={t('noFilms')}>
          <ButtonLink to={pathOf('newMovies')}>{t('movies')}</ButtonLink>
        </EmptyCard>
      ) : (
        <PosterGrid
          films={collection?.items ?? []}
          listKey={`collection ${id} ${language}`}
          waiting={collection === null ? places : 0}
        />
      )}
    </div>
  )
}

/** Its name and text over a still of its first title: collections have no image of their own. */
function Head({ collection }: { readonly collection: Collection | null }) {
  const t = useListText()
  const cover = collection?.items.find((film) => film.screenshot_big !== '')?.screenshot_big ?? ''
  return (
    <header className={styles.head}>
      {cover !== '' && (
        <div className={styles.cover}>
          <Picture
            className={styles.still}
            src={cover}
            alt=""
            sizes="100vw"
            from={480}
            to={1920}
            eager="high"
          />
        </div>
      )}
      <div className={styles.words}>
        {collection === null ? (
          <>
            <Skeleton className={styles.waitingTitle} />
            <Skeleton className={styles.waitingLead} />
          </>
        ) : (
          <>
            <h1 className={styles.title}>{collection.name}</h1>
            {collection.description !== '' && <p className={styles.lead}>{collection.description}</p>}
            <p className={styles.count}>{t('count', { count: collection.items.length })}</p>
          </>
        )}
      </div>
    </header>
  )
}
