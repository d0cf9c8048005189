import { useDeferredValue, useState } from 'react'
import { consoleGuide } from '#contract/console/guide.ts'
import { useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { Badge, Empty, Failed, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { useGuideText } from './guide-text.ts'
import type { Channel } from './matching-view.ts'
import { NextProgrammes } from './next-programmes.tsx'
import type { Pair } from './use-decisions.ts'
import styles from './guide.module.css'

interface FindDialogProps {
  readonly channel: Channel
  /** All of ours, to say what a channel of a guide feeds now. */
  readonly channels: readonly Channel[]
  readonly onChoose: (pair: Pair) => Promise<boolean>
  readonly onClose: () => void
}

/** Searches the channels of all guides for one of ours. */
export function FindDialog({ channel, channels, onChoose, onClose }: FindDialogProps) {
  const t = useGuideText()
  const [text, setText] = useState(channel.name_ru)
  const sought = useDeferredValue(text.trim())
  const { data, error, refetch } = useCall(
    consoleGuide.search,
    { text: sought },
    { isEnabled: sought !== '' },
  )
  const names = new Map(channels.map(({ cid, number, name_ru: name }) => [cid, `${number} ${name}`]))
  const choose = async (guideId: string, source: string) => {
    if (await onChoose({ cid: channel.cid, guide_id: guideId, source })) onClose()
  }
  return (
    <Dialog title={t('findTitle', { name: channel.name_ru })} isOpen onClose={onClose} isWide>
      <SearchInput label={t('findLabel')} value={text} onChange={setText} />
      {sought === '' ? null : data === undefined ? (
        error === null ? (
          <Skeleton lines={3} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.channels.length === 0 ? (
        <Empty text={t('findNothing')} />
      ) : (
        <ul className={styles['results']}>
          {data.channels.map(({ source, guide_id: id, name, next, cid }) => (
            <li key={`${source} ${id}`} className={styles['item']}>
              <div className={styles['what']}>
                <p className={styles['label']}>
                  <strong>{name || id}</strong>
                  {cid === null ? null : (
                    <Badge tone="warn">{t('feedsNow', { name: names.get(cid) ?? cid })}</Badge>
                  )}
                </p>
                <small>
                  {id} · {source}
                </small>
                <NextProgrammes next={next} />
              </div>
              <div className={styles['acts']}>
                <Button onPress={() => void choose(id, source)}>{t('choose')}</Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
