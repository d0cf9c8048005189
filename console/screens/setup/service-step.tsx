import { consoleService } from '#contract/console/service.ts'
import { useCall } from '#console/session/queries.ts'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { ServiceEditor } from './service-form.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

/** Name, logo, colours, phone and language of the main service. */
export function ServiceStep() {
  const t = useSetupText()
  const { data, error, refetch } = useCall(consoleService.show, { service_id: 1 })
  if (data === undefined)
    return error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ServiceEditor latest={data} isWhole={false} />
      <p className={styles['zone']}>{t('zone')}</p>
      <div>
        <LinkButton href="/brands/1">{t('brandMore')}</LinkButton>
      </div>
    </>
  )
}
