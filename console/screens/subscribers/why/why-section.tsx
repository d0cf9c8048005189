/** "Why can't they watch X?" on the card of a subscriber: what, on which device, and the answer. */
import { useState } from 'react'
import { consoleSubscriberWhy } from '#contract/console/subscriber-why.ts'
import { secOfMoment } from '#console/i18n/moments.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Empty, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { Answer } from './answer.tsx'
import { type ChosenItem, ItemFinder } from './item-finder.tsx'
import { useWhyText } from './why-text.ts'
import { deviceName } from './why-words.ts'
import styles from './why.module.css'

interface WhyProps {
  readonly accountId: number
  /** Merged into another or erased: nothing can be done to it any more. */
  readonly isOver: boolean
}

export function Why({ accountId, isOver }: WhyProps) {
  const t = useWhyText()
  const [item, setItem] = useState<ChosenItem>()
  return (
    <Section title={t('title')} text={t('text')}>
      {item === undefined ? (
        <ItemFinder onChoose={setItem} />
      ) : (
        <Question
          key={`${item.kind} ${item.id}`}
          {...{ accountId, isOver }}
          item={item}
          onAnother={() => setItem(undefined)}
        />
      )}
    </Section>
  )
}

interface QuestionProps extends WhyProps {
  readonly item: ChosenItem
  readonly onAnother: () => void
}

const anyDevice = ''

/** The answer is there at once; what is chosen besides makes it more exact. */
function Question({ accountId, isOver, item, onAnother }: QuestionProps) {
  const t = useWhyText()
  const language = useLanguage()
  const [isArchive, setIsArchive] = useState(false)
  const [moment, setMoment] = useState('')
  const [deviceId, setDeviceId] = useState(anyDevice)
  const [vfid, setVfid] = useState('')
  const isChannel = item.kind === 'channel'
  const { data: choices } = useCall(consoleSubscriberWhy.choices, {
    account_id: accountId,
    ...(item.kind === 'series' ? { vid: item.id } : {}),
  })
  const devices = choices?.devices ?? []
  const episodes = choices?.episodes ?? []
  const at = isArchive ? secOfMoment(moment) : null
  return (
    <>
      <div className={styles['chosen']}>
        <strong>{item.name[language]}</strong>
        <span className={styles['quiet']}>{t(`kind.${item.kind}`)}</span>
        <Button onPress={onAnother}>{t('another')}</Button>
      </div>
      <div className={styles['fields']}>
        {isChannel ? (
          <Picker<'live' | 'archive'>
            label={t('mode')}
            value={isArchive ? 'archive' : 'live'}
            choices={(['live', 'archive'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
            onChange={(value) => setIsArchive(value === 'archive')}
          />
        ) : null}
        {isChannel && isArchive ? (
          <TextField
            label={t('moment')}
            hint={t('momentHint')}
            type="datetime-local"
            field={{
              ...{ id: 'why-moment', name: 'moment', value: moment, problem: undefined },
              onChange: setMoment,
            }}
          />
        ) : null}
        {item.kind === 'series' && episodes.length > 0 ? (
          <Picker<string>
            label={t('episode')}
            value={vfid === '' ? String(episodes[0]?.vfid ?? '') : vfid}
            choices={episodes.map(({ vfid: file, season, episode, name }) => ({
              value: String(file),
              label: t('episodeName', { season, episode }),
              ...(name[language] === '' ? {} : { about: name[language] }),
            }))}
            onChange={setVfid}
          />
        ) : null}
        {devices.length > 1 ? (
          <Picker<string>
            label={t('device')}
            value={deviceId}
            choices={[
              { value: anyDevice, label: t('anyDevice') },
              ...devices.map((one) => ({
                ...{ value: String(one.device_id), label: deviceName(one, t) },
                ...(one.is_logged_in ? {} : { about: t('loggedOut') }),
              })),
            ]}
            onChange={setDeviceId}
          />
        ) : null}
      </div>
      {isArchive && at === null ? null : (
        <Answered
          isOver={isOver}
          input={{
            ...{ account_id: accountId, kind: isChannel ? 'channel' : 'title', id: item.id },
            ...(at === null ? {} : { at }),
            ...(vfid === '' ? {} : { vfid: Number(vfid) }),
            ...(deviceId === anyDevice ? {} : { device_id: Number(deviceId) }),
          }}
        />
      )}
    </>
  )
}

type AnswerInput = Parameters<typeof useCall<typeof consoleSubscriberWhy.answer>>[1]

interface AnsweredProps {
  readonly input: AnswerInput
  readonly isOver: boolean
}

function Answered({ input, isOver }: AnsweredProps) {
  const { data, error } = useCall(consoleSubscriberWhy.answer, input)
  if (data !== undefined) return <Answer answer={data} input={input} isOver={isOver} />
  return error === null ? <Skeleton lines={3} /> : <Empty text={error.message} />
}
