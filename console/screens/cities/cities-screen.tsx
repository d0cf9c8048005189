import { useCall } from '#console/session/queries.ts'
import { consoleCities } from '#contract/console/cities.ts'
import { Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { CitiesSection } from './cities-section.tsx'
import { useCitiesText } from './cities-text.ts'
import { NetworksSection } from './networks-section.tsx'

/** `/cities`: where subscribers are, and the networks of the operator. */
export function CitiesScreen() {
  const t = useCitiesText()
  const { data, error, refetch } = useCall(consoleCities.list, {})
  return (
    <Page title={t('title')} text={t('text')}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <CitiesSection cities={data.cities} />
      )}
      <NetworksSection />
    </Page>
  )
}
