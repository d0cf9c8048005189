import { forgetServer } from '#web/state/site-address.ts'
import { useFirstStartText } from './first-start-text.ts'

/** Restarts the app with the server question, where the typed server cannot be reached. */
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
