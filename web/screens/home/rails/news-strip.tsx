import { pathOf } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { formatDate } from '#web/i18n/format.ts'
import { useText } from '#web/session/text.ts'
import { Link } from '#web/router/router.ts'
import { useLanguage } from '#web/session/session.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { FailedRail } from './failed-rail.tsx'
import { Shelf, useLater } from './shelf.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import frame from '#web/ui/pictures/frame.module.css'
import styles from './home.module.css'

export function NewsStrip({ title: ownTitle }: { readonly title: string }) {
  const t = useText()
  const title = ownTitle || t('home.news')
  const language = useLanguage()
  const nowSec = useNowSec()
  const state = useLater(site.news, { limit: 10 })
  if (state.kind !== 'ok' && state.kind !== 'loading')
    return <FailedRail title={title} onRetry={state.retry} />
  return (
    <Shelf
      title={title}
      to={pathOf('news')}
      kind="news"
      items={state.kind === 'ok' ? state.data.data : null}
      renderItem={(item) => (
        <Link className={styles.news} key={item.id} to={pathOf('newsItem', { id: item.id })}>
          <span className={classes(frame.frame, frame.wide, frame.fill, styles.newsPicture)}>
            <Picture src={item.image} alt="" sizes="(min-width: 900px) 360px, 70vw" from={320} />
          </span>
          <span className={styles.newsDate}>{formatDate(item.published_at, language, nowSec)}</span>
          <span className={styles.newsTitle}>{item.title}</span>
          <span className={styles.newsLead}>{item.lead}</span>
        </Link>
      )}
    />
  )
}
