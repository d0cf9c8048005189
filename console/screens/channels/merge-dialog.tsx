import { useState } from 'react'
import { consoleChannels } from '#contract/console/channels.ts'
import { useCall } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog } from '#console/ui/dialog.tsx'
import { hasWords } from '#console/ui/fold-text.ts'
import { SearchInput } from '#console/ui/search-input.tsx'
import type { Channel } from './channel-filter.ts'
import { useChannelsText } from './channels-text.ts'
import { useChannelActs } from './use-channel-acts.ts'
import styles from './channels.module.css'

const maxShown = 8

/** Chooses the channel into which this one goes. */
export function MergeDialog({
  channel,
  into,
  onClose,
}: {
  readonly channel: Channel
  /** Chosen at first; any other can be chosen instead. */
  readonly into?: Channel
  readonly onClose: () => void
}) {
  const t = useChannelsText()
  const common = useText()
  const acts = useChannelActs()
  const { data } = useCall(consoleChannels.list, { deleted: 0 })
  const [text, setText] = useState(into?.name_ru ?? channel.name_ru.split(/\s+/)[0] ?? '')
  const [intoCid, setIntoCid] = useState(into?.cid ?? 0)
  const [isBusy, setIsBusy] = useState(false)
  const others = (data?.channels ?? [])
    .filter(
      ({ cid, source_kind: kind, ...other }) =>
        cid !== channel.cid &&
        kind !== 'linear' &&
        hasWords(`${other.number} ${other.name_ru} ${other.name_uz}`, text),
    )
    .toSorted((a, b) => Number(b.cid === into?.cid) - Number(a.cid === into?.cid))
    .slice(0, maxShown)
  // The only one that the search leaves need not be pressed too.
  const [first] = others
  const chosenCid = others.length === 1 && first !== undefined ? first.cid : intoCid
  return (
    <Dialog title={t('mergeTitle', { name: channel.name_ru })} isOpen onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          setIsBusy(true)
          void acts.merge(channel.cid, chosenCid).then((isDone) => {
            setIsBusy(false)
            if (isDone) onClose()
          })
        }}
      >
        <p>{t('mergeText')}</p>
        <SearchInput label={t('mergeFind')} value={text} onChange={setText} />
        <div className={styles['choices']} role="radiogroup" aria-label={t('mergeFind')}>
          {others.map(({ cid, number, name_ru: name, name_uz: uz }) => (
            <label key={cid}>
              <input type="radio" name="into" checked={chosenCid === cid} onChange={() => setIntoCid(cid)} />
              <span>
                {number} {name} {uz === '' || uz === name ? null : <small>{uz}</small>}
              </span>
            </label>
          ))}
          {others.length === 0 ? <p>{t('nothing')}</p> : null}
        </div>
        <div className={styles['formActs']}>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            isPending={isBusy}
            isDisabled={!others.some(({ cid }) => cid === chosenCid)}
          >
            {t('mergeAct')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
