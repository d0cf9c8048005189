import { consoleHome } from '#contract/console/home.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { useContentText } from '#console/screens/content/content-text.ts'
import { useCall } from '#console/session/queries.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { useHomeText } from './home-text.ts'
import { RailForm } from './rail-form.tsx'
import { type Choices, type Rail, emptyRail, useRailName } from './rail-values.ts'
import { useEditedVersion } from '#console/changes/use-edited-version.ts'

const noChoices: Choices = { collections: [], genres: [], categories: [], channels: [] }

/** `/home/<id>`, and `/home/new` for a new rail. */
export function RailScreen({ id }: { readonly id: number | null }) {
  const t = useHomeText()
  const content = useContentText()
  const { data, error, refetch } = useCall(consoleHome.list, {})
  const nameOf = useRailName(data?.choices ?? noChoices)
  const rail = data?.rails.find((one) => one.id === id)
  const above = <BackLink href="/home" text={t('title')} />
  if (data === undefined || (rail === undefined && id !== null))
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
    <Page title={rail === undefined ? t('new') : nameOf(rail)} above={above} isNarrow>
      <RailEditor latest={rail ?? emptyRail} choices={data.choices} />
      {id === null ? null : (
        <Section title={content('history')}>
          <ChangeList filter={{ entity: 'home_rail', entity_id: id }} />
        </Section>
      )}
    </Page>
  )
}

function RailEditor({ latest, choices }: { readonly latest: Rail; readonly choices: Choices }) {
  const [rail, onRenew] = useEditedVersion(latest)
  return <RailForm key={rail.version} rail={rail} latest={latest} choices={choices} onRenew={onRenew} />
}
