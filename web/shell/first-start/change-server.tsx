import { forgetServer } from '#web/state/site-address.ts'
import { useFirstStartText } from './first-start-text.ts'

/** Starts the app anew with the question for its server, where the one that was typed cannot be reached. */
export function ChangeServer({ className }: { readonly className?: string | undefined }) {
  const t = useFirstStartText()
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        forgetServer()
        location.reload()
      }}
    >
      {t('change')}
    </button>
  )
}
