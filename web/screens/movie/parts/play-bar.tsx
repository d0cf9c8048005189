import { useEffect, useState, type RefObject } from 'react'
import type { FilmDetail } from '#contract/films/films.ts'
import { PrimaryAction } from '#web/screens/movie/watching/primary-action.tsx'
import type { Watching } from '#web/screens/movie/watching/use-watching.ts'
import styles from './play-bar.module.css'

interface PlayBarProps {
  readonly film: FilmDetail
  readonly watching: Watching
  /** The element this bar replaces: the bar appears when that has been scrolled off the top. */
  readonly until: RefObject<HTMLElement | null>
}

/** On a phone, keeps the play button within reach of the thumb. */
export function PlayBar({ film, watching, until }: PlayBarProps) {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const element = until.current
    if (element === null) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setIsAway(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [until])
  if (
    !isAway ||
    film.access.state === 'unavailable' ||
    (film.access.state === 'watch' && watching.vfid === null)
  )
    return null
  return (
    <div className={styles.bar}>
      <PrimaryAction film={film} watching={watching} bare />
    </div>
  )
}
