/** Sharing the moment that is being watched: the system's sheet, else a dialog with the address. */
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { InputOf } from '#contract/form/endpoint.ts'
import { moments } from '#contract/films/moments.ts'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import { isTelevision } from '#web/remote/television.ts'
import { call } from '#web/session/requests/api.ts'
import { siteOrigin } from '#web/state/site-address.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'

const ShareDialog = lazy(() =>
  withinLimit(import('#web/features/sharing/share-dialog.tsx')).then((file) => ({
    default: file.ShareDialog,
  })),
)

type Shown = { readonly kind: 'address' | 'problem'; readonly text: string }

export interface SharedMoment {
  readonly input: InputOf<typeof moments.share>
  /** The page that opens there, with the token in it. */
  readonly path: (token: string) => string
}

/** `share` makes a link and passes it on; `dialog` is to be rendered beside the player. */
export function useShareMoment(name: string): {
  readonly share: (moment: SharedMoment) => void
  readonly dialog: ReactNode
} {
  const t = usePlayerText()
  const [shown, setShown] = useState<Shown | null>(null)
  const share = async ({ input, path }: SharedMoment) => {
    const result = await call(moments.share, input)
    if (result.kind !== 'ok')
      return setShown({
        kind: 'problem',
        text: result.kind === 'refused' ? result.message : t('moment.noLink'),
      })
    const url = siteOrigin() + path(result.data.token)
    // Not on a television: its viewer could not use the link there.
    if (typeof navigator.share !== 'function' || isTelevision())
      return setShown({ kind: 'address', text: url })
    try {
      await navigator.share({ title: name, url })
    } catch (error) {
      // Closing the system's share sheet is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setShown({ kind: 'address', text: url })
    }
  }
  const close = () => setShown(null)
  return {
    share: (moment) => void share(moment),
    dialog:
      shown === null ? null : shown.kind === 'problem' ? (
        <Dialog open title={t('moment.share')} onClose={close}>
          <p role="alert">{shown.text}</p>
        </Dialog>
      ) : (
        <Suspense fallback={null}>
          <ShareDialog name={name} address={shown.text} isMoment onClose={close} />
        </Suspense>
      ),
  }
}
