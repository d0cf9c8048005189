/** The recordings before and after one: what can be watched instead of it, or next. */
import type { Programme } from '#contract/channels/channels.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { playableNeighbours } from '#player/core/zapping/programme-line.ts'
import { formatTime } from '#web/i18n/format.ts'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import { Link, useLocation } from '#web/router/router.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import styles from './channel-refusal.module.css'

interface BesideItProps {
  readonly programmes: readonly Programme[]
  readonly programme: Programme
}

/** The recordings next to one that is not available. */
export function BesideIt({ programmes, programme }: BesideItProps) {
  const t = usePlayerCardText()
  const { pathname } = useLocation()
  const prefix = matchPage(pathname)?.language ?? null
  const { before, after } = playableNeighbours(programmes, programme, useNowSec() * 1000)
  const rows = [before, after].filter((one) => one !== null)
  if (rows.length === 0) return null
  return (
    <div className={styles.instead}>
      <p className={styles.heading}>{t('refused.beside')}</p>
      <ul className={styles.list}>
        {rows.map(({ pid, cid, title, begin_time }) => (
          <li key={pid}>
            <Link
              className={styles.offer}
              to={pathOf('tvArchive', { id: cid, archiId: pid }, prefix)}
              replace
            >
              <span className={styles.time}>{formatTime(begin_time)}</span>
              <span className={styles.words}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
