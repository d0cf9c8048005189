/** The answer: one sentence, what helps, and everything that was checked. */
import { useState } from 'react'
import type { Section as SectionName } from '#contract/form/permissions.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { usePlayFailure } from '#console/reasons/play-failures.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { copyText } from '#console/ui/copy-text.tsx'
import { Icon } from '#console/ui/icons.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { EndPause } from '#console/screens/subscribers/acts/pause-forms.tsx'
import { StopStream } from '#console/screens/subscribers/acts/device-acts.tsx'
import { SeeAsForm, supportDeviceOf } from '#console/screens/subscribers/acts/see-as.tsx'
import { useWhyText } from './why-text.ts'
import { deviceName, payText, profileName, type WhyAnswer, whySentence } from './why-words.ts'
import styles from './why.module.css'

interface AnswerProps {
  readonly answer: WhyAnswer
  /** What was asked about. */
  readonly input: { readonly account_id: number | string; readonly id: number | string }
  /** The account was merged into another or erased: no act is offered. */
  readonly isOver: boolean
}

export function Answer({ answer, input, isOver }: AnswerProps) {
  const t = useWhyText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { device, words, days, since } = answer
  return (
    <div className={styles['answer']} aria-live="polite">
      <p className={styles['sentence']} data-reason={answer.reason}>
        {whySentence(answer, { t, language, nowSec })}
      </p>
      {answer.reason === 'blackout' && words[language] !== '' ? (
        <p className={styles['quiet']}>{t('words', { words: words[language] })}</p>
      ) : null}
      {days > 0 && since > 0 ? (
        <p className={styles['quiet']}>
          {t('recordedSince', { date: formatMoment(since, language, nowSec) })}
        </p>
      ) : null}
      <Remedy answer={answer} input={input} isOver={isOver} />
      {answer.reason === 'nothing' ? <LastFailure answer={answer} /> : null}
      {isOver ? null : <SeeAs answer={answer} accountId={Number(input.account_id)} />}
      {answer.max_height > 0 ? (
        <p className={styles['quiet']}>{t('maxHeight', { height: answer.max_height })}</p>
      ) : null}
      <details>
        <summary>{t('checks')}</summary>
        {device === null ? null : (
          <p className={styles['quiet']}>{t('on', { device: deviceName(device, t) })}</p>
        )}
        {device?.is_logged_in === true ? (
          <p className={styles['quiet']}>{t('inProfile', { profile: profileName(answer, t) })}</p>
        ) : null}
        <ul className={styles['checks']}>
          {answer.checks.map(({ check, state }) => (
            <li key={check} data-state={state}>
              <Icon
                name={state === 'passed' ? 'check' : state === 'failed' ? 'close' : 'warning'}
                size={18}
              />
              <span>{t(`check.${check}`)}</span>
              <span className={styles['quiet']}>{t(`state.${state}`)}</span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** To look with own eyes: on such a device, with the question as the reason. */
function SeeAs({ answer, accountId }: Pick<AnswerProps, 'answer'> & { readonly accountId: number }) {
  const t = useWhyText()
  const language = useLanguage()
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  // Of these accounts the site shows a message and nothing else.
  const isClosed = answer.reason === 'account_blocked' || answer.reason === 'account_closed'
  if (isClosed || !may('subscribers', 'act')) return null
  return (
    <div>
      <Button onPress={() => setIsOpen(true)}>{t('seeAs')}</Button>
      {isOpen ? (
        <SeeAsForm
          accountId={accountId}
          device={supportDeviceOf(answer.device?.kind)}
          reason={t('seeAsReason', { item: answer.item[language] })}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}

function LastFailure({ answer: { last_failure: last } }: Pick<AnswerProps, 'answer'>) {
  const t = useWhyText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const inWords = usePlayFailure()
  if (last === null) return <p className={styles['quiet']}>{t('noFailure')}</p>
  const date = formatMoment(last.at, language, nowSec)
  return (
    <p>
      {t('lastFailure', { code: last.code, date, title: last.title[language] })}
      {inWords(last.code) === '' ? '' : `: ${inWords(last.code)}`}
    </p>
  )
}

/** What to say, and the button that does it. */
function Remedy({ answer, input, isOver }: AnswerProps) {
  const t = useWhyText()
  const language = useLanguage()
  const link = linkOf(answer, Number(input.id))
  const may = useMay()
  const { remedy } = answer
  const hint = hints.find((one) => one === remedy)
  return (
    <>
      {hint === undefined ? null : <p>{t(`remedy.${hint}`)}</p>}
      {remedy === 'stop_stream' ? (
        <Streams answer={answer} accountId={Number(input.account_id)} isOver={isOver} />
      ) : null}
      {remedy === 'end_pause' && !isOver ? (
        <EndPause accountId={Number(input.account_id)} tariffId={answer.paused_tariff_id} />
      ) : null}
      {remedy === 'pay' ? (
        <div>
          <Button icon="copy" look="primary" onPress={() => void copyText(payText(answer, t, language))}>
            {t('go.pay')}
          </Button>
        </div>
      ) : null}
      {link === undefined || !may(link.section, 'view') ? null : (
        <div>
          {link.href.startsWith('#') ? (
            <Button look="primary" onPress={() => document.querySelector(link.href)?.scrollIntoView()}>
              {t(`go.${link.name}`)}
            </Button>
          ) : (
            <LinkButton href={link.href} isPrimary>
              {t(`go.${link.name}`)}
            </LinkButton>
          )}
        </div>
      )}
    </>
  )
}

const hints = [
  'account',
  'sign_in',
  'update_app',
  'choose_profile',
  'profile',
  'inside',
  'wait',
  'none',
  'try_again',
  'stop_stream',
] as const

interface RemedyLink {
  readonly name:
    | 'apps'
    | 'channel'
    | 'film'
    | 'guide'
    | 'tariff'
    | 'profiles'
    | 'blackout'
    | 'health'
    | 'packaging'
  readonly section: SectionName
  readonly href: string
}

/** Where the remedy is. */
function linkOf({ remedy, blackout_id: blackoutId }: WhyAnswer, id: number): RemedyLink | undefined {
  switch (remedy) {
    case 'update_app':
      return { name: 'apps', section: 'apps', href: '/apps' }
    case 'channel':
      return { name: 'channel', section: 'channels', href: `/channels/${id}` }
    case 'film':
      return { name: 'film', section: 'films', href: `/films/${id}` }
    case 'guide':
      return { name: 'guide', section: 'guide', href: `/guide/timeline/${id}` }
    case 'choose_profile':
    case 'profile':
      return { name: 'profiles', section: 'subscribers', href: '#profiles' }
    case 'tariff':
      return { name: 'tariff', section: 'subscribers', href: '#tariffs' }
    case 'blackout':
      return { name: 'blackout', section: 'guide', href: `/blackouts/${blackoutId}` }
    case 'health':
      return { name: 'health', section: 'health', href: `/health/${id}` }
    case 'packaging':
      return { name: 'packaging', section: 'films', href: '/films/queue' }
    default:
      return undefined
  }
}

/** What the other devices play, each with the act that stops it. */
function Streams({
  answer: { streams },
  accountId,
  isOver,
}: Pick<AnswerProps, 'answer' | 'isOver'> & { readonly accountId: number }) {
  const t = useWhyText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <ul className={styles['streams']}>
      {streams.map((one) => {
        const device = one.device || t('unnamed')
        const title = one.title[language]
        return (
          <li key={one.stream_id}>
            <span>
              <strong>{title}</strong>
              <span className={styles['quiet']}>
                {t('streamLine', { device, date: formatMoment(one.since, language, nowSec) })}
              </span>
            </span>
            {isOver ? null : (
              <StopStream
                accountId={accountId}
                streamId={one.stream_id}
                label={t('stopName', { device, title })}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
