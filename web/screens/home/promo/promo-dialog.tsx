import { useEffect, useId, useRef } from 'react'
import type * as z from 'zod/mini'
import { site, type Banner } from '#contract/site/site.ts'
import { useText } from '#web/session/text.ts'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { ButtonLink, IconButton } from '#web/ui/controls/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import dialogs from '#web/ui/dialogs/dialog.module.css'
import styles from './promo-dialog.module.css'
import { useLatest } from '#web/state/use-latest.ts'

type Offer = z.output<typeof Banner>

interface PromoDialogProps {
  readonly onShown: () => void
  readonly onClose: () => void
}

export function PromoDialog({ onShown, onClose }: PromoDialogProps) {
  const state = useCall(site.banners, { place: 'promo' })
  const offer = state.kind === 'ok' ? state.data[0] : undefined
  return offer === undefined ? null : <OpenOffer offer={offer} onShown={onShown} onClose={onClose} />
}

/**
 * The offer is not shown while another dialog is open or a field has the focus, and not later on this visit either.
 */
function isBusy() {
  return (
    document.querySelector('dialog[open]') !== null ||
    document.activeElement?.matches('input, textarea') === true
  )
}

function OpenOffer({ offer, onShown, onClose }: PromoDialogProps & { readonly offer: Offer }) {
  const t = useText()
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const step = useStep()
  const latest = useLatest({ onShown, onClose, step })
  useEffect(() => {
    if (isBusy()) latest.current.onClose()
    else latest.current.step.enter()
  }, [latest])
  const { isHere } = step
  useEffect(() => {
    const dialog = element.current
    if (!isHere || dialog === null) return
    dialog.showModal()
    latest.current.onShown()
    const unlock = lockPage()
    return () => {
      unlock()
      dialog.close()
    }
  }, [isHere, latest])
  return (
    <dialog
      ref={element}
      className={classes(dialogs.dialog, styles.dialog)}
      aria-labelledby={id}
      data-promo={offer.id}
      onClose={() => {
        if (isHere) step.leave()
        onClose()
      }}
      onClick={(event) => event.target === element.current && element.current.close()}
    >
      <div className={styles.card}>
        <IconButton
          className={styles.close}
          icon="close"
          label={t('dialog.close')}
          onClick={() => element.current?.close()}
        />
        <div className={styles.picture}>
          <Picture src={offer.image} alt="" sizes="(min-width: 600px) 560px, 100vw" from={480} eager="high" />
        </div>
        <div className={styles.words}>
          <h2 id={id}>{offer.title}</h2>
          {offer.text !== '' && <p>{offer.text}</p>}
          {offer.href !== '' && (
            <ButtonLink to={offer.href} variant="primary" size="l" replace>
              {offer.button || offer.title}
            </ButtonLink>
          )}
        </div>
      </div>
    </dialog>
  )
}

interface Step {
  readonly isHere: boolean
  readonly enter: () => void
  readonly leave: () => void
}

/** The open offer is a history entry of its own, so that the browser's Back closes it and stays on the page. */
function useStep(): Step {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  return {
    isHere: (state as { readonly isOffer?: boolean } | null)?.isOffer === true,
    enter: () => void navigate(pathname + search, { state: { isOffer: true }, preventScrollReset: true }),
    leave: () => void navigate(-1),
  }
}

/** The page behind does not scroll while the offer is open. Returns the function that allows it again. */
function lockPage(): () => void {
  const page = document.documentElement
  page.setAttribute('data-locked', '')
  return () => page.removeAttribute('data-locked')
}
