import { useState } from 'react'
import type { Cinema, Showing } from '#contract/films/cinemas.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatShortDay, formatTime } from '#web/i18n/format.ts'
import { isTelevision } from '#web/remote/television.ts'
import { Link } from '#web/router/router.ts'
import { useLanguage } from '#web/session/session.ts'
import { Chips } from '#web/ui/controls/chips.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { dayOf, onDay, siteAddress, telephoneAddress, timesByDay } from './showing-times.ts'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import styles from './cinema-dialog.module.css'

interface CinemaDialogProps {
  readonly cinema: Cinema
  readonly onClose: () => void
}

/** A cinema's address, contacts and showings, one day at a time. */
export function CinemaDialog({ cinema, onClose }: CinemaDialogProps) {
  const t = useHomeText()
  const nowSec = useNowSec()
  const language = useLanguage()
  const [target, setTarget] = useState<number | null>(null)
  const days = timesByDay(cinema.showings, nowSec)
  const chosen = days.find(({ day }) => day === target) ?? days[0]
  return (
    <Dialog open title={cinema.name} className={styles.dialog} onClose={onClose}>
      <Contacts cinema={cinema} />
      {chosen === undefined ? (
        <p className={styles.empty}>{t('cinemaEmpty')}</p>
      ) : (
        <>
          <Chips
            label={t('cinemaDay')}
            chosen={String(chosen.day)}
            options={days.map(({ day, times }) => ({
              value: String(day),
              name: day === dayOf(nowSec) ? t('cinemaToday') : formatShortDay(times[0] ?? nowSec, language),
            }))}
            onChoose={(day) => setTarget(Number(day))}
          />
          <ul className={styles.showings}>
            {onDay(cinema.showings, chosen.day, nowSec).map((showing) => (
              <li key={`${showing.vid} ${showing.name}`}>
                <ShowingRow showing={showing} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function Contacts({ cinema }: { readonly cinema: Cinema }) {
  const t = useHomeText()
  const site = siteAddress(cinema.site)
  const address = [cinema.city, cinema.address].filter(Boolean).join(', ')
  return (
    <dl className={styles.contacts}>
      {address !== '' && (
        <div>
          <dt>{t('cinemaAddress')}</dt>
          <dd>{address}</dd>
        </div>
      )}
      {cinema.phone !== '' && (
        <div>
          <dt>{t('cinemaPhone')}</dt>
          <dd>
            <a href={telephoneAddress(cinema.phone)}>{cinema.phone}</a>
          </dd>
        </div>
      )}
      {site !== null && (
        <div>
          <dt>{t('cinemaSite')}</dt>
          <dd>
            <a href={site.href} target="_blank" rel="noopener noreferrer">
              {site.host}
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}

function ShowingRow({ showing }: { readonly showing: Showing }) {
  const t = useHomeText()
  const name = [showing.name, showing.age_rating].filter(Boolean).join(' · ')
  // A remote control scrolls by moving the focus, so on a television a film without a page is focusable too.
  const stop = showing.vid === null && isTelevision() ? { tabIndex: 0 } : {}
  return (
    <article className={styles.showing} {...stop}>
      <span className={styles.poster}>
        <Picture src={showing.poster} alt="" sizes="72px" to={240} />
      </span>
      <div>
        <h3 className={styles.name}>
          {showing.vid === null ? (
            name
          ) : (
            <Link to={pathOf('movie', { id: showing.vid })} title={t('cinemaWatch')}>
              {name}
            </Link>
          )}
        </h3>
        <ul className={styles.times}>
          {showing.times.map((time) => (
            <li key={time}>
              <time dateTime={new Date(time * 1000).toISOString()}>{formatTime(time)}</time>
            </li>
          ))}
        </ul>
      </div>
    </article>
  )
}
