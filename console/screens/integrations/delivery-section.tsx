import { Card, CardAbout, CardBadges, CardList } from '#console/ui/card-list.tsx'
import { useState } from 'react'
import { consoleWebhooks } from '#contract/console/webhooks.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { outsideEventTypes } from '#contract/form/outside-events.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { Badge, Empty, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { showFailure, showToast } from '#console/ui/toast.tsx'
import { type IntegrationsText, useIntegrationsText } from './integrations-text.ts'
import styles from './integrations.module.css'

type Delivery = ResponseOf<typeof consoleWebhooks.deliveries>['deliveries'][number]

const tones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

/** The log of a webhook, page by page. */
export function DeliverySection({ webhookId }: { readonly webhookId: number }) {
  const t = useIntegrationsText()
  const [before, setBefore] = useState(0)
  const [shown, setShown] = useState<Delivery>()
  const { data, error, refetch } = useCall(consoleWebhooks.deliveries, { webhook_id: webhookId, before })
  return (
    <Section title={t('log')} text={t('logText')}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.deliveries.length === 0 ? (
        <Empty text={t('logEmpty')} />
      ) : (
        <CardList label={t('log')}>
          {data.deliveries.map((one) => (
            <DeliveryItem key={one.delivery_id} delivery={one} onShow={() => setShown(one)} />
          ))}
        </CardList>
      )}
      {data === undefined || data.next === 0 ? null : (
        <div className={styles['more']}>
          <Button onPress={() => setBefore(data.next)}>{t('older')}</Button>
        </div>
      )}
      {shown === undefined ? null : <DeliveryDialog delivery={shown} onClose={() => setShown(undefined)} />}
    </Section>
  )
}

function DeliveryItem({ delivery, onShow }: { readonly delivery: Delivery; readonly onShow: () => void }) {
  const t = useIntegrationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { state, attempts, next_at: next, problem, account_id: account } = delivery
  const facts = [
    formatMoment(delivery.created_at, language, nowSec),
    ...(account === null ? [] : [t('account', { id: account })]),
    t('attempts', { count: attempts }),
    ...(delivery.is_replay ? [t('replayed')] : []),
    ...(next === null || attempts === 0 ? [] : [t('next', { when: formatMoment(next, language, nowSec) })]),
  ]
  return (
    <Card>
      <CardAbout>
        <CardBadges>
          <strong>{eventName(delivery.type, t)}</strong>
          <Badge tone={tones[state]}>{t(`delivery.${state}`)}</Badge>
        </CardBadges>
        {problem === '' ? null : <span>{problemText(problem, t)}</span>}
        <small>{facts.join(' · ')}</small>
      </CardAbout>
      <Button aria-label={t('detailsOf', { id: delivery.delivery_id })} onPress={onShow}>
        {t('details')}
      </Button>
    </Card>
  )
}

function eventName(type: string, t: IntegrationsText): string {
  return t(`event.${outsideEventTypes.find((one) => one === type) ?? 'webhook.test'}`)
}

/** What the server stores in English, in the language of the console. */
function problemText(problem: string, t: IntegrationsText): string {
  if (problem.startsWith('status ')) return t('problem.status', { status: problem.slice(7) })
  if (problem === 'no response in time') return t('problem.timeout')
  if (problem === 'the address is in the local network') return t('problem.local')
  if (problem.startsWith('redirect')) return t('problem.redirect')
  return problem.startsWith('its secret') ? t('problem.secret') : t('problem.connection')
}

interface DeliveryDialogProps {
  readonly delivery: Delivery
  readonly onClose: () => void
}

function DeliveryDialog({ delivery, onClose }: DeliveryDialogProps) {
  const t = useIntegrationsText()
  const mayAct = useMay()('settings', 'act')
  const { delivery_id: id } = delivery
  const { data, error, refetch } = useCall(consoleWebhooks.delivery, { delivery_id: id })
  const again = useAct(consoleWebhooks.replay, {
    changes: [consoleWebhooks.deliveries],
    onDone: () => {
      showToast(t('againDone'))
      onClose()
    },
    onFailed: showFailure,
  })
  return (
    <Dialog title={eventName(delivery.type, t)} isOpen onClose={onClose} isWide>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={5} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Exchange details={data} />
      )}
      {mayAct ? (
        <DialogButtons>
          <Button
            look="primary"
            isPending={again.isPending}
            onPress={() => again.mutate({ delivery_id: id })}
          >
            {t('again')}
          </Button>
        </DialogButtons>
      ) : null}
    </Dialog>
  )
}

/** What was sent, and each response. */
function Exchange({ details }: { readonly details: ResponseOf<typeof consoleWebhooks.delivery> }) {
  const t = useIntegrationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  return (
    <div className={styles['exchange']}>
      <h3>{t('sentBody')}</h3>
      <small>webhook-id: {details.event_id}</small>
      <pre tabIndex={0}>{details.body}</pre>
      {details.attempts.map((one) => (
        <div key={`${one.at} ${one.took_ms}`} className={styles['exchange']}>
          <h3>
            {t('response')}: {one.problem === '' ? one.status : problemText(one.problem, t)}
          </h3>
          <small>
            {formatMoment(one.at, language, nowSec)} · {t('took', { ms: one.took_ms })}
          </small>
          <pre tabIndex={0}>{one.status === 0 ? t('noResponse') : one.response || t('noBody')}</pre>
        </div>
      ))}
    </div>
  )
}
