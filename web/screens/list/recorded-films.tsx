/** Films in the archive of channels, opened from the head of the list of films (FOLLOW-04). */
import { useId, useState } from 'react'
import { broadcastTitles } from '#contract/films/broadcast-titles.ts'
import { RecordedCard } from '#web/features/films/recorded-card.tsx'
import { useCall } from '#web/session/requests/api.ts'
import { useText } from '#web/session/text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Rail } from '#web/ui/scroll/rail.tsx'
import styles from './recorded-films.module.css'

const limit = 30

/** Shows nothing while there are none: the button appears in a place that is free, so nothing moves. */
export function RecordedFilms() {
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const state = useCall(broadcastTitles.list, { kind: 'films', limit })
  const titles = state.kind === 'ok' ? state.data.titles : []
  if (titles.length === 0) return null
  return (
    <>
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {t('home.recorded')}
      </Button>
      <div id={id} className={styles.films} hidden={!isOpen}>
        {isOpen && (
          <Rail title={t('home.recorded')}>
            {titles.map((one) => (
              <RecordedCard key={one.id} title={one} />
            ))}
          </Rail>
        )}
      </div>
    </>
  )
}
