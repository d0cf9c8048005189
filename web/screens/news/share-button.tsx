import { useNoticeText } from '#web/notifications/notice-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'

/** The device's own sharing where there is one, else the address goes to the clipboard. */
export function ShareButton({ title }: { readonly title: string }) {
  const t = useNoticeText()
  const share = async () => {
    const url = location.href.replace(/[?#].*$/, '')
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      showToast(t('copied'))
    } catch (error) {
      // Who closed the device's own dialog has decided.
      if (!(error instanceof DOMException && error.name === 'AbortError')) showToast(t('copyFailed'))
    }
  }
  return (
    <Button icon="share" onClick={() => void share()}>
      {t('share')}
    </Button>
  )
}
