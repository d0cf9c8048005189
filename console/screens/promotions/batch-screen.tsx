import { useState } from 'react'
import { useLocation } from 'wouter'
import { consolePromotions, promotionFilesRoot } from '#contract/console/promotions.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatNumber } from '#contract/form/money.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { saveFile } from '#console/tables/save-file.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { KeyFigures } from '#console/ui/key-figures.tsx'
import { Badge, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { batchName, batchTone, useBatchWords } from './batch-words.ts'
import { usePromotionsText } from './promotions-text.ts'
import styles from './promotions.module.css'

type One = ResponseOf<typeof consolePromotions.one>

/** `/promotions/<id>`: what a batch gives, how far it is used, and what it brought. */
export function BatchScreen({ id }: { readonly id: number }) {
  const t = usePromotionsText()
  const language = useLanguage()
  const { data, error, refetch } = useCall(consolePromotions.one, { id })
  const list = useCall(consolePromotions.list, {})
  const wordsOf = useBatchWords(list.data?.tariffs ?? [])
  const above = <BackLink href="/promotions" text={t('title')} />
  if (data === undefined)
    return (
      <Page title={t('title')} above={above}>
        {error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  const { batch } = data
  const { gives, limits, days } = wordsOf(batch)
  return (
    <Page title={batchName(language, batch)} above={above}>
      <Section title={t('batch')}>
        <span className={styles['line']}>
          <Badge tone={batchTone(batch.state)}>{t(`state.${batch.state}`)}</Badge>
          <span>{[gives, batch.partner].filter(Boolean).join(' · ')}</span>
        </span>
        <p>{limits}</p>
        <p>{days}</p>
        <Acts batch={batch} />
      </Section>
      <Effect id={id} />
    </Page>
  )
}

function Acts({ batch }: { readonly batch: One['batch'] }) {
  const t = usePromotionsText()
  const mayAct = useMay()('billing', 'act')
  const [, go] = useLocation()
  const [isSaving, setIsSaving] = useState(false)
  const { batch_id: id, state } = batch
  const options = {
    changes: [consolePromotions.one, consolePromotions.list],
    onFailed: (error: Error) => showToast(error.message, { isProblem: true }),
  }
  const stop = useAct(consolePromotions.stop, options)
  const discard = useAct(consolePromotions.discard, { ...options, onDone: () => go('/promotions') })
  if (!mayAct) return null
  const save = async () => {
    setIsSaving(true)
    try {
      await saveFile(`${promotionFilesRoot}${id}`, `promo-${id}`, { format: 'csv' })
    } catch (error) {
      if (error instanceof Error) showToast(error.message, { isProblem: true })
    } finally {
      setIsSaving(false)
    }
  }
  const isStopped = state === 'stopped'
  return (
    <div className={styles['line']}>
      {state === 'incomplete' ? (
        <Button look="danger" isPending={discard.isPending} onPress={() => discard.mutate({ id })}>
          {t('discard')}
        </Button>
      ) : (
        <>
          <Button isPending={isSaving} onPress={() => void save()}>
            {t('export')}
          </Button>
          <Button
            look={isStopped ? 'plain' : 'danger'}
            isPending={stop.isPending}
            onPress={() => stop.mutate({ id, stopped: !isStopped })}
          >
            {t(isStopped ? 'resume' : 'stop')}
          </Button>
        </>
      )}
    </div>
  )
}

/** It is counted each time, and comes after the page. */
function Effect({ id }: { readonly id: number }) {
  const t = usePromotionsText()
  const language = useLanguage()
  const { data, error, refetch } = useCall(consolePromotions.effect, { id })
  if (data === undefined)
    return (
      <Section title={t('effect')} text={t('effectText')}>
        {error === null ? <Skeleton lines={3} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Section>
    )
  const { accounts, newcomers, returning, measurable, paying, revenue } = data
  const figures = [
    { name: t('effect.accounts'), value: formatNumber(accounts) },
    { name: t('effect.newcomers'), value: formatNumber(newcomers) },
    { name: t('effect.returning'), value: formatNumber(returning) },
    {
      name: t('effect.paying'),
      value: t('ofAll', { part: formatNumber(paying), all: formatNumber(measurable) }),
    },
    { name: t('effect.revenue'), value: moneyIn(language, revenue) },
  ]
  return (
    <Section title={t('effect')} text={t('effectText')}>
      <KeyFigures figures={figures} />
    </Section>
  )
}
