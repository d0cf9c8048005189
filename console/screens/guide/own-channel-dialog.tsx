import { useState } from 'react'
import { consoleGuide } from '#contract/console/guide.ts'
import { useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { hasWords } from '#console/ui/fold-text.ts'
import { Empty, Failed, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import { useGuideText } from './guide-text.ts'
import styles from './guide.module.css'

interface OwnChannelDialogProps {
  /** The guide's name of the channel. */
  readonly name: string
  readonly onChoose: (cid: number) => void
  readonly onClose: () => void
}

const shownAtOnce = 30

/** Searches our channels for the one that a channel of a guide is. */
export function OwnChannelDialog({ name, onChoose, onClose }: OwnChannelDialogProps) {
  const t = useGuideDraftsText()
  const guideText = useGuideText()
  const [text, setText] = useState('')
  const { data, error, refetch } = useCall(consoleGuide.matching, {})
  const matches = (data?.channels ?? [])
    .filter((one) => hasWords(`${one.number} ${one.name_ru} ${one.name_uz}`, text))
    .slice(0, shownAtOnce)
  return (
    <Dialog title={t('otherTitle', { name })} isOpen onClose={onClose} isWide>
      <SearchInput label={t('otherSearch')} value={text} onChange={setText} />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={3} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : matches.length === 0 ? (
        <Empty text={guideText('nothing')} />
      ) : (
        <ul className={styles['results']}>
          {matches.map(({ cid, number, name_ru: ru, name_uz: uz }) => (
            <li key={cid} className={styles['item']}>
              <div className={styles['what']}>
                <strong>
                  {number} {ru || uz}
                </strong>
              </div>
              <div className={styles['acts']}>
                <Button onPress={() => onChoose(cid)}>{guideText('choose')}</Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
