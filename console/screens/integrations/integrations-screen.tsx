import { externalRoot } from '#contract/form/api-scopes.ts'
import { Page } from '#console/ui/page.tsx'
import { useIntegrationsText } from './integrations-text.ts'
import { KeySection } from './key-section.tsx'
import { WebhookSection } from './webhook-section.tsx'

/** `/integrations`: keys of the API for other programs, and webhooks. */
export function IntegrationsScreen() {
  const t = useIntegrationsText()
  return (
    <Page title={t('title')} text={t('text')}>
      <KeySection />
      <WebhookSection />
      <p>
        <a href={`${externalRoot}/openapi.json`} target="_blank" rel="noreferrer">
          {t('document')}
        </a>
      </p>
    </Page>
  )
}
