import { type FormEvent, useState } from 'react'
import { consoleTrials } from '#contract/console/trials.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatSums } from '#contract/form/money.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { CopyText } from '#console/ui/copy-text.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

type Trials = ResponseOf<typeof consoleTrials.list>
type Trial = Trials['trials'][number]
type Made = ResponseOf<typeof consoleTrials.make>

/** Subscribers for trying: made with a tariff, their log-in shown once, removed again. */
export function TrialSection() {
  const t = useSetupText()
  const { data, error, refetch } = useCall(consoleTrials.list, {})
  const [made, setMade] = useState<Made>()
  return (
    <Section title={t('trial')} text={t('trialText')}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={3} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {made === undefined ? (
            <NewTrial trials={data} onMade={setMade} />
          ) : (
            <LogIn made={made} onAnother={() => setMade(undefined)} />
          )}
          <TrialList
            trials={data.trials}
            onRemoved={(accountId) => {
              if (made?.account_id === accountId) setMade(undefined)
            }}
          />
        </>
      )}
    </Section>
  )
}

/** A tariff's name in the language of the console; English has none of its own. */
function useTariffName() {
  const language = useLanguage()
  return (name: { readonly ru: string; readonly uz: string }) =>
    language === 'uz' ? name.uz || name.ru : name.ru || name.uz
}

interface NewTrialProps {
  readonly trials: Trials
  readonly onMade: (made: Made) => void
}

function NewTrial({ trials: { tariffs }, onMade }: NewTrialProps) {
  const t = useSetupText()
  const nameOf = useTariffName()
  const mayAct = useMay()('settings', 'act')
  const [first] = tariffs
  const form = useForm(
    consoleTrials.make,
    { abonement: '', name: '', tariff_id: String(first?.tariff_id ?? '') },
    {
      changes: [consoleTrials.list],
      failureFields: {
        ...{ trial_number_taken: 'abonement', trial_name_wrong: 'abonement' },
        trial_tariff_gone: 'tariff_id',
      },
      toInput: ({ tariff_id: tariffId, ...texts }) => ({ ...texts, tariff_id: Number(tariffId) }),
      onDone: onMade,
    },
  )
  if (!mayAct) return null
  if (first === undefined) return <p className={styles['note']}>{t('trialNoTariff')}</p>
  return (
    <form className={styles['form']} onSubmit={(event: FormEvent) => form.submit(event)} noValidate>
      <FormBody problem={form.problem}>
        <div className={styles['pairs']}>
          <TextField
            field={form.field('abonement')}
            label={t('trialLogin')}
            hint={t('trialLoginHint')}
            inputMode="numeric"
            autoComplete="off"
          />
          <Picker
            label={t('trialTariff')}
            value={form.values.tariff_id}
            choices={tariffs.map((tariff) => ({
              value: String(tariff.tariff_id),
              label: nameOf(tariff),
              about: t('trialPrice', { price: formatSums(tariff.price) }),
            }))}
            onChange={(value) => form.set('tariff_id', value)}
          />
        </div>
      </FormBody>
      <div className={styles['acts']}>
        <Button type="submit" look="primary" isPending={form.isBusy}>
          {t('trialMake')}
        </Button>
      </div>
    </form>
  )
}

interface LogInProps {
  readonly made: Made
  readonly onAnother: () => void
}

function LogIn({ made, onAnother }: LogInProps) {
  const t = useSetupText()
  const nameOf = useTariffName()
  const when = formatMoment(made.paid_until, useLanguage(), useNowSec())
  const site = new URL('/login', location.origin).href
  return (
    <div className={styles['login']}>
      <p role="status">{t('trialMade', { tariff: nameOf(made.tariff), when })}</p>
      <dl className={styles['logins']}>
        <dt>{t('trialSite')}</dt>
        <dd>
          <CopyText label={t('trialSite')} text={site} />
        </dd>
        <dt>{t('trialNumber')}</dt>
        <dd>
          <CopyText label={t('trialNumber')} text={made.abonement} />
        </dd>
        <dt>{t('trialPassword')}</dt>
        <dd>
          <CopyText label={t('trialPassword')} text={made.password} />
        </dd>
      </dl>
      <p className={styles['note']}>{t('trialOnce')}</p>
      <div className={styles['acts']}>
        <Button onPress={onAnother}>{t('trialAnother')}</Button>
        <a className={styles['open']} href={site} target="_blank" rel="noreferrer">
          {t('trialOpen')}
        </a>
      </div>
    </div>
  )
}

interface TrialListProps {
  readonly trials: readonly Trial[]
  readonly onRemoved: (accountId: number) => void
}

function TrialList({ trials, onRemoved }: TrialListProps) {
  const t = useSetupText()
  const nameOf = useTariffName()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayAct = useMay()('settings', 'act')
  const [removed, setRemoved] = useState<Trial>()
  const remove = useAct(consoleTrials.remove, {
    changes: [consoleTrials.list],
    onDone: ({ abonement }, { account_id: accountId }) => {
      setRemoved(undefined)
      onRemoved(Number(accountId))
      showToast(t('trialRemoved', { number: abonement }))
    },
    onFailed: (error) => {
      setRemoved(undefined)
      if (!isCancelled(error)) showToast(error.message, { isProblem: true })
    },
  })
  if (trials.length === 0) return null
  return (
    <>
      <ul className={styles['trials']} aria-label={t('trials')}>
        {trials.map((trial) => (
          <li key={trial.account_id}>
            <span>
              <strong>{trial.abonement}</strong>
              <small>
                {trial.paid_until === 0
                  ? t('trialBare')
                  : t('trialUntil', {
                      tariff: nameOf(trial.tariff),
                      when: formatMoment(trial.paid_until, language, nowSec),
                    })}
              </small>
            </span>
            {mayAct ? (
              <Button
                aria-label={t('trialRemoveOf', { number: trial.abonement })}
                onPress={() => setRemoved(trial)}
              >
                {t('trialRemove')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <Question
        title={t('trialRemove')}
        text={t('trialQuestion', { number: removed?.abonement ?? '' })}
        confirm={t('trialRemove')}
        isOpen={removed !== undefined}
        isBusy={remove.isPending}
        isDangerous
        onConfirm={() => {
          if (removed !== undefined) remove.mutate({ account_id: removed.account_id })
        }}
        onClose={() => setRemoved(undefined)}
      />
    </>
  )
}
