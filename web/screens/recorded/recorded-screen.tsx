/** `/recorded/{id}`: a film or a series in the archive of channels that the catalogue does not have (FOLLOW-04). */
import { broadcastTitles, type BroadcastTitleDetail } from '#contract/films/broadcast-titles.ts'
import { pathOf } from '#contract/form/pages.ts'
import { RecordedList } from '#web/features/films/recorded-list.tsx'
import { useRecordedText } from '#web/features/films/recorded-text.ts'
import { useParams } from '#web/router/router.ts'
import { useHead } from '#web/shell/page/page-head.ts'
import { useCall } from '#web/session/requests/api.ts'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import styles from './recorded-screen.module.css'

export function RecordedScreen() {
  const t = useRecordedText()
  const id = Number(useParams()['id'])
  const state = useCall(broadcastTitles.detail, { id })
  if (state.kind === 'loading') return <Waiting />
  if (state.kind === 'ok') return <Title key={state.data.title.id} title={state.data.title} />
  return (
    <div className={styles.aside}>
      {state.kind === 'refused' && state.failure === 'broadcast_title_not_found' ? (
        <EmptyCard title={t('gone')} text={t('goneText')}>
          <ButtonLink to={pathOf('home')}>{t('toHome')}</ButtonLink>
        </EmptyCard>
      ) : (
        <RetryCard onRetry={state.retry} />
      )}
    </div>
  )
}

function Title({ title }: { readonly title: BroadcastTitleDetail }) {
  const t = useRecordedText()
  useHead({ title: title.name, description: title.description })
  const isSeries = title.is_series === 1
  const facts = [title.year || null, isSeries ? t('series') : title.genres[0], title.age_rating]
  return (
    <article className={styles.title}>
      <div className={styles.backdrop}>
        {title.backdrop !== '' && (
          <Picture src={title.backdrop} alt="" sizes="100vw" from={480} to={1920} eager="high" />
        )}
      </div>
      <div className={styles.top}>
        <div className={styles.poster}>
          <Picture src={title.poster} alt="" name={title.name} sizes="300px" from={320} to={640} eager />
        </div>
        <div className={styles.main}>
          <h1 className={styles.name}>{title.name}</h1>
          <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
          <div>
            <ButtonLink to={title.best.href} data-watch="">
              {t('watch')}
            </ButtonLink>
          </div>
          {title.description !== '' && <p className={styles.description}>{title.description}</p>}
          <RecordedList title={t(isSeries ? 'allEpisodes' : 'allBroadcasts')} broadcasts={title.all} />
        </div>
      </div>
    </article>
  )
}

function Waiting() {
  return (
    <div className={styles.title} data-waiting="">
      <Skeleton className={styles.backdrop} />
      <div className={styles.top}>
        <Skeleton className={styles.poster} />
        <div className={styles.main}>
          <Skeleton className={styles.line} />
          <Skeleton className={styles.lines} />
        </div>
      </div>
    </div>
  )
}
