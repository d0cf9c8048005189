import { Card, CardAbout, CardBadges, CardList } from '#console/ui/card-list.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleWebhooks } from '#contract/console/webhooks.ts'
import { outsideEventTypes } from '#contract/form/outside-events.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import type { Webhook } from './integrations-data.ts'
import { useIntegrationsText } from './integrations-text.ts'
import { ShownOnce } from './shown-once.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** The webhooks, each with a way to its log. */
export function WebhookSection() {
  const t = useIntegrationsText()
  const mayAct = useMay()('settings', 'act')
  const { data, error, refetch } = useCall(consoleWebhooks.list, {})
  const [isAdding, setIsAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <Section
      title={t('hooks')}
      text={t('hooksText')}
      acts={mayAct ? <Button onPress={() => setIsAdding(true)}>{t('newHook')}</Button> : null}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={3} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.webhooks.length === 0 ? (
        <Empty text={t('hooksEmpty')} />
      ) : (
        <CardList label={t('hooks')}>
          {data.webhooks.map((webhook) => (
            <Card key={webhook.webhook_id}>
              <CardAbout>
                <CardBadges>
                  <Link href={`/integrations/${webhook.webhook_id}`}>{webhook.name}</Link>
                  <WebhookBadge webhook={webhook} />
                </CardBadges>
                <WebhookFacts webhook={webhook} />
              </CardAbout>
            </Card>
          ))}
        </CardList>
      )}
      {isAdding ? (
        <WebhookDialog
          webhook={undefined}
          onSaved={(made) => {
            setIsAdding(false)
            if (made !== '') setSecret(made)
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
      {secret === undefined ? null : (
        <ShownOnce kind="secret" text={secret} onClose={() => setSecret(undefined)} />
      )}
    </Section>
  )
}

/** Whether it is on. */
export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegrationsText()
  const isBad = webhook.disabled_at !== null || (webhook.is_on && webhook.failing_since !== null)
  return (
    <Badge tone={isBad ? 'bad' : webhook.is_on ? 'good' : 'plain'}>{t(webhook.is_on ? 'on' : 'off')}</Badge>
  )
}

/** Where it goes, with what, and what is wrong with it. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegrationsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const {
    address,
    events,
    is_on: isOn,
    disabled_at: disabled,
    disabled_for: why,
    failing_since: failing,
  } = webhook
  const isAll = events.length === outsideEventTypes.length
  return (
    <>
      <span>{address}</span>
      <small>{isAll ? t('allEvents') : events.map((type) => t(`event.${type}`)).join(', ')}</small>
      {disabled !== null ? (
        <strong>
          {t(why === 'gone' ? 'disabledGone' : 'disabled', {
            when: formatMoment(disabled, language, nowSec),
          })}
        </strong>
      ) : isOn && failing !== null ? (
        <strong>{t('failing', { when: formatMoment(failing, language, nowSec) })}</strong>
      ) : null}
    </>
  )
}
