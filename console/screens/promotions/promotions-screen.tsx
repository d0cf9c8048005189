import { useState } from 'react'
import { Link } from 'wouter'
import { consolePromotions } from '#contract/console/promotions.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { batchName, batchTone, useBatchWords } from './batch-words.ts'
import { usePromotionsText } from './promotions-text.ts'
import styles from './promotions.module.css'

/** `/promotions`: batches of promo codes, and a new one. */
export function PromotionsScreen() {
  const t = usePromotionsText()
  const language = useLanguage()
  const mayAct = useMay()('billing', 'act')
  const [isMaking, setIsMaking] = useState(false)
  const { data, error, refetch } = useCall(consolePromotions.list, {})
  const wordsOf = useBatchWords(data?.tariffs ?? [])
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={
        mayAct && data !== undefined ? (
          <Button look="primary" icon="add" onPress={() => setIsMaking(true)}>
            {t('new')}
          </Button>
        ) : undefined
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.batches.length === 0 ? (
            <Empty text={t('none')} />
          ) : (
            <ul className={styles['list']} aria-label={t('title')}>
              {data.batches.map((one) => {
                const { gives, limits, days } = wordsOf(one)
                return (
                  <li key={one.batch_id}>
                    <span className={styles['line']}>
                      <Link href={`/promotions/${one.batch_id}`}>{batchName(language, one)}</Link>
                      <Badge tone={batchTone(one.state)}>{t(`state.${one.state}`)}</Badge>
                    </span>
                    <span>{[gives, one.partner].filter(Boolean).join(' · ')}</span>
                    <small>{limits}</small>
                    <small>{days}</small>
                  </li>
                )
              })}
            </ul>
          )}
          {isMaking ? <BatchDialog tariffs={data.tariffs} onClose={() => setIsMaking(false)} /> : null}
        </>
      )}
    </Page>
  )
}
