/** The one preview of a page: of the film card that the viewer rests on (ALIVE-02). */
import { useEffect, useState } from 'react'
import { useDataSaver } from '#web/player/data-saver/use-data-saver.ts'
import { useLocation } from '#web/router/router.ts'
import { isPlayingNow } from '#web/session/nags.ts'
import { useOnChange } from '#web/state/use-on-change.ts'
import { CardPreview, focusableIn } from './card-preview.tsx'
import { followCards, type AimedCard } from './follow-cards.ts'

interface Aimed {
  readonly card: AimedCard
  readonly isOpen: boolean
}

/** `first`: the event that loaded this code. */
export function CardPreviews({ first }: { readonly first: Event }) {
  const isSaving = useDataSaver()
  const { key } = useLocation()
  const [aimed, setAimed] = useState<Aimed | null>(null)
  useEffect(() => {
    if (isSaving) return
    return followCards(
      {
        onAim: (card) => {
          if (!isDisturbing()) setAimed({ card, isOpen: false })
        },
        onOpen: (card) => {
          if (!isDisturbing()) setAimed({ card, isOpen: true })
        },
        onLeave: () => setAimed(null),
      },
      first,
    )
  }, [isSaving, first])
  useOnChange([key], () => setAimed(null))
  useEffect(() => {
    if (aimed?.isOpen !== true) return
    const { link } = aimed.card
    const enter = (event: KeyboardEvent) => {
      const preview = document.querySelector<HTMLElement>('[data-preview]')
      if (event.key !== 'Tab' || event.shiftKey || preview === null || document.activeElement !== link) return
      const [target] = focusableIn(preview)
      if (target === undefined) return
      event.preventDefault()
      target.focus()
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  }, [aimed])
  if (aimed === null || isSaving) return null
  return <CardPreview key={aimed.card.vid} card={aimed.card} isOpen={aimed.isOpen} />
}

/** Beside something that plays, a second picture is one too many; so is one under a dialog, and any for some viewers. */
function isDisturbing(): boolean {
  return (
    isPlayingNow() ||
    document.querySelector('dialog[open]') !== null ||
    matchMedia('(prefers-reduced-motion: reduce)').matches
  )
}
