import { showToast } from './toast.tsx'
import { textNow } from '#console/session/text.ts'
import { useText } from '#console/session/text.ts'
import { Button } from './button.tsx'
import styles from './copy-text.module.css'

/** Puts a text on the clipboard, and says so. */
export async function copyText(text: string): Promise<void> {
  const t = textNow()
  try {
    await navigator.clipboard.writeText(text)
    showToast(t('common.copied'))
  } catch {
    // Without https there is no clipboard for pages.
    showToast(t('common.copyFailed'), { isProblem: true })
  }
}

/** A text that is taken from here: a link, a key. A press selects all of it. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useText()
  return (
    <div className={styles['copy']}>
      <input
        className={styles['text']}
        readOnly
        value={text}
        aria-label={label}
        onFocus={({ target }) => target.select()}
      />
      <Button icon="copy" onPress={() => void copyText(text)}>
        {t('common.copy')}
      </Button>
    </div>
  )
}
