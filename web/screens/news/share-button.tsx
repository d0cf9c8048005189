import { siteOrigin } from '#web/state/site-address.ts'
import { currentAddress } from '#web/router/address-bar.ts'
import { useNoticeText } from '#web/notifications/notice-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'

/** Opens the system's share sheet, or copies the address to the clipboard where there is none. */
export function ShareButton({ title }: { readonly title: string }) {
  const t = useNoticeText()
  const share = async () => {
    const url = siteOrigin() + currentAddress().pathname
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      showToast(t('copied'))
    } catch (error) {
      // Closing the system's sheet is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) showToast(t('copyFailed'))
    }
  }
  return (
    <Button icon="share" onClick={() => void share()}>
      {t('share')}
    </Button>
  )
}
