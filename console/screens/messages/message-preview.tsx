import { useEffect, useState } from 'react'
import { MessageTexts } from '#contract/console/message-texts.ts'
import { consoleTemplates, type ShownMessage } from '#contract/console/templates.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct } from '#console/session/queries.ts'
import { TextField } from '#console/ui/field.tsx'
import { useMessagesText } from './messages-text.ts'
import styles from './messages.module.css'

/** In the language of the message, whatever that of the console is. */
const openButton = { ru: 'Открыть', uz: 'Ochish' }

/** A request leaves when nothing was typed for so long. */
const pauseMs = 400

/** What a subscriber would get, while the texts are typed. */
export function MessagePreview({ texts }: { readonly texts: MessageTexts }) {
  const t = useMessagesText()
  const [abonement, setAbonement] = useState('')
  const { mutate, data, error } = useAct(consoleTemplates.preview)
  const isComplete = MessageTexts.safeParse(texts).success
  const written = JSON.stringify({ texts, abonement: abonement.trim() })
  useEffect(() => {
    if (!isComplete) return
    const timer = setTimeout(
      () => mutate(JSON.parse(written) as { texts: MessageTexts; abonement: string }),
      pauseMs,
    )
    return () => clearTimeout(timer)
  }, [written, isComplete, mutate])
  const field = { id: 'preview-of', name: 'abonement', value: abonement, problem: undefined }
  return (
    <div className={styles['column']}>
      <TextField
        field={{ ...field, onChange: setAbonement }}
        label={t('previewOf')}
        hint={t('previewOfHint')}
      />
      <div className={styles['column']} role="status">
        {error !== null ? (
          <p>{error.message}</p>
        ) : data === undefined || !isComplete ? (
          <p className={styles['quiet']}>{t('previewWait')}</p>
        ) : (
          <>
            <Shown title={t('langRu')} button={openButton.ru} message={data.ru} texts={texts} />
            <Shown title={t('langUz')} button={openButton.uz} message={data.uz} texts={texts} />
          </>
        )}
      </div>
    </div>
  )
}

interface ShownProps {
  readonly title: string
  /** What the button of a message in Telegram says. */
  readonly button: string
  readonly message: ShownMessage
  readonly texts: MessageTexts
}

function Shown({ title, button, message, texts }: ShownProps) {
  const t = useMessagesText()
  const language = useLanguage()
  const { missing, sms_parts: parts, sms_alphabet: alphabet } = message
  const cost = message.sms_cost === 0 ? t('previewNoPrice') : moneyIn(language, message.sms_cost)
  if (missing !== '')
    return (
      <p>
        {title}: {t('previewMissing', { field: `{${missing}}` })}
      </p>
    )
  return (
    <>
      <p className={styles['quiet']}>
        {title}. {t('previewBell')}
      </p>
      <div className={styles['bubble']}>
        <h3>{message.title}</h3>
        <p>{message.body}</p>
      </div>
      <p className={styles['quiet']}>{t('previewTelegram')}</p>
      <div className={styles['bubble']}>
        <p>{`${message.title}\n\n${message.body}`}</p>
        {texts.href === '' ? null : <p className={styles['bubbleButton']}>{button}</p>}
      </div>
      <p className={styles['quiet']}>
        {parts === 0
          ? t('previewTooLong')
          : t('previewSms', { parts, alphabet: alphabet === 'gsm' ? 'GSM' : 'UCS-2', cost })}
      </p>
      <div className={styles['bubble']}>
        <p>{message.sms}</p>
      </div>
    </>
  )
}
