/** Files that cannot be imported, each with what to do about it. */
import { Button } from '#console/ui/button.tsx'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import { Section } from '#console/ui/page.tsx'
import type { Corrected } from './correct-dialog.tsx'
import { type FolderPart, useFoldersText } from './folders-text.ts'
import { refusedReason } from './refused-text.ts'
import styles from './folders.module.css'

interface RefusedFilesProps {
  readonly refused: FolderPart['refused']
  /** Of all; the list has at most 2,000. */
  readonly count: number
  readonly onCorrect?: (corrected: Corrected) => void
}

/** These are said wrongly rather than broken: a correction helps. */
const correctable = new Set(['why.double', 'why.series'])

export function RefusedFiles({ refused, count, onCorrect }: RefusedFilesProps) {
  const t = useFoldersText()
  if (count === 0) return null
  return (
    <Section title={t('refused', { count })}>
      <ul className={styles['refused']}>
        {refused.map(({ path, why }) => {
          const reason = refusedReason(why)
          return (
            <li key={`${path} ${why}`}>
              <span>{path}</span>
              {reason === undefined ? (
                <ReasonWords reason={why} />
              ) : (
                <small>{t(reason.key, { file: reason.file })}</small>
              )}
              {onCorrect !== undefined && reason !== undefined && correctable.has(reason.key) ? (
                <Button
                  look="quiet"
                  aria-label={t('correctOne', { name: path })}
                  onPress={() => onCorrect({ path, guess: undefined })}
                >
                  {t('correct')}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
