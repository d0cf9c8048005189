/** `/news`: the latest item first and large; more are loaded while scrolling (NEWS-01). */
import { site } from '#contract/site/site.ts'
import { ListEnd } from '#web/notifications/list-end.tsx'
import { useNoticeText } from '#web/notifications/notice-text.ts'
import { useParts } from '#web/notifications/use-parts.ts'
import { Link } from '#web/router/router.ts'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { NewsCard, NewsSkeleton } from './news-card.tsx'
import styles from './news-screen.module.css'

/** The lead story and rows of three. */
const onAPage = 7
const places = Array.from({ length: onAPage - 1 }, (_, index) => String(index))
const eagerCount = 3

export function NewsScreen() {
  const t = useNoticeText()
  const { first, items, start, next, isLoading, failed, more } = useParts(site.news, onAPage)
  const [leading, ...others] = items
  const hasLead = start === 1
  const rest = hasLead ? others : items
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('news')}</h1>
      <p className={styles.about}>{t('newsLead')}</p>
      {(first.kind === 'refused' || first.kind === 'unreachable') && <RetryCard onRetry={first.retry} />}
      {first.kind === 'ok' && items.length === 0 && <EmptyCard title={t('noNews')} text={t('noNewsHint')} />}
      {!hasLead && (
        <Link className={styles.newer} to={start === 2 ? '?' : `?page=${start - 1}`}>
          {t('newer')}
        </Link>
      )}
      <ul className={styles.list} data-grid="">
        {hasLead && leading !== undefined && (
          <li className={styles.leading}>
            <NewsCard item={leading} lead />
          </li>
        )}
        {first.kind === 'loading' && (
          <li className={styles.leading}>
            <NewsSkeleton lead />
          </li>
        )}
        {rest.map((item, index) => (
          <li key={item.id}>
            <NewsCard item={item} eager={index < eagerCount} />
          </li>
        ))}
        {(first.kind === 'loading' || isLoading) &&
          places.map((place) => (
            <li key={place}>
              <NewsSkeleton />
            </li>
          ))}
      </ul>
      {first.kind === 'ok' && items.length > 0 && (
        <>
          <ListEnd next={next} isLoading={isLoading} failed={failed} more={more} word={t('moreNews')} />
          <p className="spoken" role="status">
            {t('shown', { shown: items.length, total: first.data.total })}
          </p>
        </>
      )}
    </div>
  )
}
