import { Card, CardAbout, CardActs } from '#console/ui/card-list.tsx'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { consoleWebhooks } from '#contract/console/webhooks.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { showFailure, showToast } from '#console/ui/toast.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { useIntegrationsText } from './integrations-text.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { ShownOnce } from './shown-once.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import type { Webhook } from './integrations-data.ts'
import { WebhookBadge, WebhookFacts } from './webhook-section.tsx'

/** `/integrations/<id>`: a webhook with its log. */
export function WebhookScreen({ webhookId }: { readonly webhookId: number }) {
  const t = useIntegrationsText()
  const { data, error, refetch } = useCall(consoleWebhooks.list, {})
  const above = <BackLink href="/integrations" text={t('title')} />
  const webhook = data?.webhooks.find((one) => one.webhook_id === webhookId)
  if (webhook === undefined)
    return (
      <Page title={t('hooks')} above={above}>
        {data !== undefined ? (
          <Empty text={t('hookGone')} />
        ) : error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <Page title={webhook.name} above={above}>
      <Card isAlone>
        <CardAbout>
          <WebhookBadge webhook={webhook} />
          <WebhookFacts webhook={webhook} />
        </CardAbout>
        <Acts webhook={webhook} />
      </Card>
      <DeliverySection webhookId={webhookId} />
    </Page>
  )
}

type Opened = 'edit' | 'rotate' | 'remove' | 'replay'

function Acts({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegrationsText()
  const [, go] = useLocation()
  const mayAct = useMay()('settings', 'act')
  const [opened, setOpened] = useState<Opened>()
  const [secret, setSecret] = useState<string>()
  const { webhook_id: id, name } = webhook
  const close = () => setOpened(undefined)
  const onFailed = (error: Error) => {
    close()
    showFailure(error)
  }
  const test = useAct(consoleWebhooks.test, {
    changes: [consoleWebhooks.deliveries],
    onDone: () => showToast(t('tested')),
    onFailed,
  })
  const rotate = useAct(consoleWebhooks.rotate, {
    changes: [consoleWebhooks.list],
    onDone: (made) => {
      close()
      setSecret(made.secret)
    },
    onFailed,
  })
  const remove = useAct(consoleWebhooks.remove, {
    changes: [consoleWebhooks.list],
    onDone: () => {
      showToast(t('removed', { name }))
      go('/integrations')
    },
    onFailed,
  })
  if (!mayAct) return null
  return (
    <CardActs>
      <Button look="primary" isPending={test.isPending} onPress={() => test.mutate({ webhook_id: id })}>
        {t('test')}
      </Button>
      <Button onPress={() => setOpened('edit')}>{t('edit')}</Button>
      <Button onPress={() => setOpened('replay')}>{t('replayFrom')}</Button>
      <Button onPress={() => setOpened('rotate')}>{t('newSecret')}</Button>
      <Button onPress={() => setOpened('remove')}>{t('remove')}</Button>
      {opened === 'edit' ? <WebhookDialog webhook={webhook} onSaved={close} onClose={close} /> : null}
      {opened === 'replay' ? <ReplayDialog webhookId={id} onClose={close} /> : null}
      <Question
        title={t('newSecret')}
        text={t('newSecretText')}
        confirm={t('newSecret')}
        isOpen={opened === 'rotate'}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate({ webhook_id: id })}
        onClose={close}
      />
      <Question
        title={t('removeOf', { name })}
        text={t('removeText')}
        confirm={t('remove')}
        isOpen={opened === 'remove'}
        isBusy={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ webhook_id: id })}
        onClose={close}
      />
      {secret === undefined ? null : (
        <ShownOnce kind="secret" text={secret} onClose={() => setSecret(undefined)} />
      )}
    </CardActs>
  )
}
