import { useState } from 'react'
import { useSearch } from 'wouter'
import { consoleBlackouts } from '#contract/console/blackouts.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { useEditedVersion } from '#console/changes/use-edited-version.ts'
import { useNowSec } from '#console/session/now.ts'
import { useCall } from '#console/session/queries.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { BlackoutForm } from './blackout-form.tsx'
import { type Blackout, newBlackout } from './blackout-values.ts'
import { useBlackoutsText } from './blackouts-text.ts'

/** `/blackouts/<id>`; `/blackouts/new` for a new one, which the address may fill in. */
export function BlackoutScreen({ id }: { readonly id: number | null }) {
  const t = useBlackoutsText()
  const nowSec = useNowSec()
  const search = useSearch()
  const [first] = useState(() => newBlackout(search, nowSec))
  const { data, error, refetch } = useCall(consoleBlackouts.list, {}, { isEnabled: id !== null })
  const above = <BackLink href="/blackouts" text={t('title')} />
  const blackout = id === null ? first : data?.blackouts.find((one) => one.id === id)
  if (blackout === undefined)
    return (
      <Page title={t('title')} above={above}>
        {data !== undefined ? (
          <Empty text={t('gone')} />
        ) : error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <Page title={id === null ? t('add') : blackout.label} above={above}>
      <BlackoutEditor latest={blackout} />
      {id === null ? null : (
        <Section title={t('history')}>
          <ChangeList filter={{ section: 'guide', entity: 'blackout', entity_id: id }} />
        </Section>
      )}
    </Page>
  )
}

function BlackoutEditor({ latest }: { readonly latest: Blackout }) {
  const [blackout, onRenew] = useEditedVersion(latest)
  return <BlackoutForm key={blackout.version} blackout={blackout} latest={latest} onRenew={onRenew} />
}
