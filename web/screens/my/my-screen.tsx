/** `/my/{slug}`: the viewer's own lists (ACC-15): favourites, the watch history, channels, downloads. */
import { Suspense } from 'react'
import { mySlugs, pathOf, type MySlug } from '#contract/form/pages.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useParams } from '#web/router/router.ts'
import { LinkTabs } from '#web/ui/controls/link-tabs.tsx'
import { ChannelsTab } from './channels-tab.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { DownloadsTab } from './downloads-tab.tsx'
import { FavoritesTab } from './favorites-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { RemindersTab } from './reminders-tab.tsx'
import { SavedSkeleton } from './saved-card.tsx'
import { ShowsTab } from './shows-tab.tsx'
import { useMyText } from './my-text.ts'
import styles from './my-screen.module.css'

const RecordingsTab = lazyOrNothing(() => import('./recordings-tab.tsx').then((file) => file.RecordingsTab))

const tabs: Record<MySlug, () => React.ReactNode> = {
  favorites: FavoritesTab,
  history: HistoryTab,
  channels: ChannelsTab,
  reminders: RemindersTab,
  shows: ShowsTab,
  recordings: () => (
    <Suspense fallback={<SavedSkeleton shape="sign" />}>
      <RecordingsTab />
    </Suspense>
  ),
  downloads: DownloadsTab,
}

export function MyScreen() {
  const t = useMyText()
  const request = useParams()['slug']
  const slug = mySlugs.find((one) => one === request) ?? 'favorites'
  const Tab = tabs[slug]
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('title')}</h1>
      <LinkTabs
        label={t('tabs')}
        begins
        inPlace
        // Televisions have no downloads.
        tabs={mySlugs
          .filter((one) => one !== 'downloads' || !isTelevision())
          .map((one) => ({
            name: t(`tab.${one}`),
            to: pathOf('my', { slug: one }),
            isCurrent: one === slug,
          }))}
      />
      <Tab key={slug} />
    </div>
  )
}
