import { useDeferredValue, useState } from 'react'
import { consoleChannels } from '#contract/console/channels.ts'
import { useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { foldText } from '#console/ui/fold-text.ts'
import { Empty, Failed, Skeleton } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import type { LogoFile } from './logo-choice.ts'
import { useLogosText } from './logos-text.ts'
import styles from './logos.module.css'

const maxShown = 30

interface AssignDialogProps {
  readonly file: LogoFile
  /** Null: for no channel. */
  readonly onAssign: (cid: number | null) => void
  readonly onClose: () => void
}

/** Searches the channel for which a picture is. */
export function AssignDialog({ file, onAssign, onClose }: AssignDialogProps) {
  const t = useLogosText()
  const [text, setText] = useState('')
  const sought = foldText(useDeferredValue(text).trim())
  const { data, error, refetch } = useCall(consoleChannels.list, { deleted: 0 })
  const channels = (data?.channels ?? []).filter(
    ({ number, name_ru: ru, name_uz: uz }) =>
      sought === '' || String(number) === sought || foldText(`${ru} ${uz}`).includes(sought),
  )
  return (
    <Dialog title={t('assignTitle', { name: file.file })} isOpen onClose={onClose} isWide>
      <SearchInput label={t('assignSearch')} value={text} onChange={setText} />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : channels.length === 0 ? (
        <Empty text={t('assignNothing')} />
      ) : (
        <ul className={styles['channels']}>
          {channels.slice(0, maxShown).map(({ cid, number, name_ru: name, logo }) => (
            <li key={cid}>
              {logo === '' ? null : <img src={logo} alt="" width={32} height={32} />}
              <span>
                {number} {name}
              </span>
              <Button onPress={() => onAssign(cid)}>{t('assignThis')}</Button>
            </li>
          ))}
        </ul>
      )}
      {channels.length > maxShown ? <p>{t('assignMore', { count: channels.length - maxShown })}</p> : null}
      {file.matches.length === 0 ? null : (
        <Button look="quiet" onPress={() => onAssign(null)}>
          {t('assignNone')}
        </Button>
      )}
    </Dialog>
  )
}
