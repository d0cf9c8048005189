import { ChangeList } from '#console/changes/change-list.tsx'
import { useChangeText } from '#console/changes/change-text.ts'
import { Page } from '#console/ui/page.tsx'

/** `/changes`: everything that was changed, by hand or by an import. */
export function ChangesScreen() {
  const t = useChangeText()
  return (
    <Page title={t('title')} text={t('text')}>
      <ChangeList filter={{}} />
    </Page>
  )
}
