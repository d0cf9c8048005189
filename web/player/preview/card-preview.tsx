/** The preview over a film's card: a trailer or thumbnails in motion, the title and what can be done with it. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { FilmDetail } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Preview } from '#player/core/playback/player-engine.ts'
import { FavouriteButton } from '#web/features/favourites/favourite-button.tsx'
import { useFilmCalls } from '#web/features/films/use-films.ts'
import { isTelevision } from '#web/remote/television.ts'
import { Link } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import type { AimedCard } from './follow-cards.ts'
import { MovingThumbnails } from './moving-thumbnails.tsx'
import { placeOf, widthOf } from './place-of.ts'
import { mayHaveThumbnails, thumbnailsOf, trailerOf, trailerSource } from './preview-sources.ts'
import { PreviewVideo } from './preview-video.tsx'
import { usePreviewText } from './preview-text.ts'
import styles from './card-preview.module.css'

const noPictures: readonly Preview[] = []

interface CardPreviewProps {
  readonly card: AimedCard
  /** Before that its data is only requested. */
  readonly isOpen: boolean
}

export function CardPreview({ card, isOpen }: CardPreviewProps) {
  const { detail } = useFilmCalls()
  const state = useCall(detail, { vid: card.vid })
  const film = state.kind === 'ok' && state.data.video.vid === card.vid ? state.data.video : null
  const vfid = film === null ? null : trailerOf(film)
  const source = useMemo(() => (vfid === null ? null : trailerSource(card.vid, vfid)), [card.vid, vfid])
  useEffect(() => {
    if (source === null) return
    source.prepare()
    return () => source.release()
  }, [source])
  if (film === null || !isOpen) return null
  return (
    <Frame card={card} film={film}>
      {source === null ? <Thumbnails film={film} card={card} /> : <PreviewVideo source={source} />}
    </Frame>
  )
}

interface PartProps {
  readonly card: AimedCard
  readonly film: FilmDetail
}

function Thumbnails({ card, film }: PartProps) {
  const [pictures, setPictures] = useState(noPictures)
  const isAllowed = mayHaveThumbnails(film)
  useEffect(() => {
    if (!isAllowed) return
    let isGone = false
    void thumbnailsOf(film.vid).then((result) => !isGone && setPictures(result))
    return () => {
      isGone = true
    }
  }, [film.vid, isAllowed])
  return pictures.length === 0 ? null : <MovingThumbnails pictures={pictures} width={widthOf(card.link)} />
}

/** Grows out of the card, by a transform only, and stays within the window. */
function Frame({ card, film, children }: PartProps & { readonly children: React.ReactNode }) {
  const t = usePreviewText()
  const frame = useRef<HTMLDivElement>(null)
  const { link } = card
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    element.style.width = `${widthOf(link)}px`
    const { left, top, from } = placeOf(link, element)
    element.style.left = `${left}px`
    element.style.top = `${top}px`
    element.style.transform = from
    // The start of the transition has to be laid out before its end.
    element.getBoundingClientRect()
    element.setAttribute('data-grown', '')
    element.style.transform = ''
  }, [link])
  const path = pathOf('movie', { id: film.vid })
  const file = film.files.find(({ kind, is_ready }) => kind === 'film' && is_ready === 1)
  const plays = film.access.state === 'watch' && film.is_series === 0 && file !== undefined
  const isForRemote = isTelevision()
  return (
    <div
      ref={frame}
      className={styles.preview}
      data-preview={film.vid}
      role={isForRemote ? undefined : 'region'}
      aria-hidden={isForRemote ? true : undefined}
      aria-label={isForRemote ? undefined : t('label', { name: film.name })}
      onKeyDown={(event) => leaveByTab(event, link)}
    >
      <Link className={styles.picture} to={path} tabIndex={-1} aria-hidden="true">
        <Picture
          className={styles.fill}
          src={film.screenshot_big || film.thumbnail_big}
          alt=""
          name={film.name}
          sizes="420px"
          to={960}
          eager
        />
        {children}
      </Link>
      <div className={styles.about}>
        <p className={styles.name}>{film.name}</p>
        <p className={styles.meta}>{factsOf(film, t('series'))}</p>
        {!isForRemote && (
          <div className={styles.actions}>
            <ButtonLink variant="primary" icon="play" to={plays ? `${path}?watch=${file.vfid}` : path}>
              {t(plays ? 'watch' : 'open')}
            </ButtonLink>
            <FavouriteButton vid={film.vid} name={film.name} />
          </div>
        )}
      </div>
    </div>
  )
}

function factsOf(film: FilmDetail, series: string): string {
  const facts = [
    film.year > 0 ? String(film.year) : '',
    film.age_rating,
    film.is_series === 1 ? series : '',
    film.genres.slice(0, 2).join(', '),
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

/** The preview stands at the end of the page: Tab goes on at its card. */
function leaveByTab(event: KeyboardEvent<HTMLElement>, link: HTMLElement): void {
  if (event.key !== 'Tab') return
  const stops = focusableIn(event.currentTarget)
  const isLeaving = document.activeElement === stops[event.shiftKey ? 0 : stops.length - 1]
  if (!isLeaving) return
  if (event.shiftKey) event.preventDefault()
  // The browser's own step goes on from here.
  link.focus()
}

export function focusableIn(element: HTMLElement): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('a[href], button')].filter(({ tabIndex }) => tabIndex >= 0)
}
