/** `/news/{id}`: one news item to read and to share, and the next ones (NEWS-01). */
import { pathOf } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { formatDate } from '#web/i18n/format.ts'
import { useNoticeText } from '#web/notifications/notice-text.ts'
import { paragraphsOf } from '#web/notifications/paragraphs.ts'
import { useParams } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useLanguage } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { NewsCard } from './news-card.tsx'
import { ShareButton } from './share-button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import frame from '#web/ui/pictures/frame.module.css'
import styles from './news-item-screen.module.css'

const otherCount = 3

export function NewsItemScreen() {
  const t = useNoticeText()
  const id = Number(useParams()['id'])
  const state = useCall(site.newsDetail, { id })
  return (
    <div className={styles.screen}>
      {state.kind === 'loading' && <Waiting />}
      {state.kind === 'refused' && state.failure === 'not_found' && (
        <EmptyCard title={t('newsGone')} text={t('newsGoneHint')}>
          <ButtonLink to={pathOf('news')}>{t('allNews')}</ButtonLink>
        </EmptyCard>
      )}
      {(state.kind === 'unreachable' || (state.kind === 'refused' && state.failure !== 'not_found')) && (
        <RetryCard onRetry={state.retry} />
      )}
      {state.kind === 'ok' && <Article item={state.data} />}
      <Others besides={id} />
    </div>
  )
}

function Article({
  item,
}: {
  readonly item: { readonly body: string } & Parameters<typeof NewsCard>[0]['item']
}) {
  const language = useLanguage()
  const nowSec = useNowSec()
  // On a television the text must be focusable, or a remote control could not scroll to it.
  const stop = isTelevision() ? { 'data-stop': '', tabIndex: 0 } : {}
  return (
    <article className={styles.article}>
      <header {...stop}>
        <time className={styles.date} dateTime={new Date(item.published_at * 1000).toISOString()}>
          {formatDate(item.published_at, language, nowSec)}
        </time>
        <h1 className={styles.title}>{item.title}</h1>
        <p className={styles.lead}>{item.lead}</p>
      </header>
      <span className={classes(frame.frame, frame.wide, frame.fill, styles.picture)}>
        <Picture src={item.image} alt="" sizes="(min-width: 900px) 720px, 100vw" from={480} eager="high" />
      </span>
      <div className={styles.body}>
        {paragraphsOf(item.body).map((paragraph) => (
          <p key={paragraph} {...stop}>
            {paragraph}
          </p>
        ))}
      </div>
      <ShareButton title={item.title} />
    </article>
  )
}

/** The latest other news items; when they fail to load, the article is shown without them. */
function Others({ besides }: { readonly besides: number }) {
  const t = useNoticeText()
  const state = useCall(site.news, { limit: otherCount + 1 })
  const others = state.kind === 'ok' ? state.data.data.filter(({ id }) => id !== besides) : []
  if (others.length === 0) return null
  return (
    <section className={styles.others}>
      <h2 className={styles.othersTitle}>{t('otherNews')}</h2>
      <ul className={styles.list} data-row="">
        {others.slice(0, otherCount).map((item) => (
          <li key={item.id}>
            <NewsCard item={item} />
          </li>
        ))}
      </ul>
      <ButtonLink to={pathOf('news')}>{t('allNews')}</ButtonLink>
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles.article}>
      <Skeleton className={styles.waitingTitle} />
      <Skeleton className={classes(frame.frame, frame.wide, frame.fill, styles.picture)} />
      <Skeleton className={styles.waitingBody} />
    </div>
  )
}
