import type { ResponseOf } from '#contract/form/endpoint.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { site } from '#contract/site/site.ts'
import { formatDate } from '#web/i18n/format.ts'
import { Link } from '#web/router/router.ts'
import { useLanguage } from '#web/session/session.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import frame from '#web/ui/pictures/frame.module.css'
import styles from './news-card.module.css'

export type NewsItem = ResponseOf<typeof site.news>['data'][number]

interface NewsCardProps {
  readonly item: NewsItem
  /** The first news item: wider, with its whole lead. */
  readonly lead?: boolean
  readonly eager?: boolean
}

/** A news item in a list: the whole card is one link. */
export function NewsCard({ item, lead = false, eager = false }: NewsCardProps) {
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <Link className={classes(styles.card, lead && styles.lead)} to={pathOf('newsItem', { id: item.id })}>
      <span className={classes(frame.frame, frame.wide, frame.fill, styles.picture)}>
        <Picture
          src={item.image}
          alt=""
          sizes={
            lead ? '(min-width: 900px) 60vw, 100vw' : '(min-width: 900px) 30vw, (min-width: 600px) 46vw, 92vw'
          }
          from={320}
          eager={lead ? 'high' : eager}
        />
      </span>
      <span className={styles.words}>
        <time className={styles.date} dateTime={new Date(item.published_at * 1000).toISOString()}>
          {formatDate(item.published_at, language, nowSec)}
        </time>
        <span className={styles.title} role="heading" aria-level={2}>
          {item.title}
        </span>
        <span className={styles.text}>{item.lead}</span>
      </span>
    </Link>
  )
}

/** The placeholder of a card. */
export function NewsSkeleton({ lead = false }: { readonly lead?: boolean }) {
  return (
    <span className={classes(styles.card, lead && styles.lead)}>
      <Skeleton className={classes(frame.frame, frame.wide, frame.fill, styles.picture)} />
      <span className={styles.words}>
        <Skeleton className={styles.waitingTitle} />
        <Skeleton className={styles.waitingText} />
      </span>
    </span>
  )
}
