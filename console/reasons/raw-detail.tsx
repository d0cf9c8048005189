import { useReasonsText } from './reasons-text.ts'
import styles from './reasons.module.css'

/** The exact words of a program or the server, folded: English, to look for the cause by. */
export function RawDetail({ words }: { readonly words: string }) {
  const t = useReasonsText()
  if (words === '') return null
  return (
    <details className={styles['detail']}>
      <summary>{t('detail')}</summary>
      <code lang="en">{words}</code>
    </details>
  )
}
