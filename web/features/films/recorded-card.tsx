import type { BroadcastTitleCard } from '#contract/films/broadcast-titles.ts'
import { Link } from '#web/router/router.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import frame from '#web/ui/pictures/frame.module.css'
import card from './poster-card.module.css'
import { useRecordedText } from './recorded-text.ts'
import styles from './recorded.module.css'
import { useTimeLeft } from './use-time-left.ts'

interface RecordedCardProps {
  readonly title: BroadcastTitleCard
  /** Props of an option in a list controlled by a field. */
  readonly option?: { readonly id?: string; readonly role?: 'option'; readonly 'aria-selected'?: boolean }
}

const imageSizes =
  '(min-width: 1600px) 220px, (min-width: 1200px) 15vw, (min-width: 900px) 18vw, (min-width: 600px) 23vw, 38vw'

/** A film in the archive of a channel, with how long it stays: one link to its page. */
export function RecordedCard({ title, option }: RecordedCardProps) {
  const t = useRecordedText()
  const left = useTimeLeft(title.best.expires_at)
  const about = [title.year || null, title.is_series === 1 ? t('series') : title.genres[0]]
  return (
    <span className={card.card}>
      <Link className={card.link} to={title.href} data-recorded={title.id} {...option}>
        <span className={classes(frame.frame, frame.poster, frame.hairline, card.poster)}>
          <Picture
            className={card.picture}
            src={title.poster}
            alt=""
            name={title.name}
            sizes={imageSizes}
            to={480}
          />
          {left !== '' && <span className={styles.left}>{left}</span>}
        </span>
        <span className={card.words}>
          <span className={card.name}>{title.name}</span>
          <span className={card.meta}>{about.filter(Boolean).join(' · ')}</span>
          <span className={card.meta}>{title.best.channel_name}</span>
        </span>
      </Link>
    </span>
  )
}
