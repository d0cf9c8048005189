/** All endpoints of the console by subject. The server binds this table beside `api`; viewers' clients never load it. */
import { consoleAlarms } from './alarms.ts'
import { consoleApps } from './apps.ts'
import { consoleAudit } from './audit.ts'
import { consoleBlackouts } from './blackouts.ts'
import { consoleChanges } from './changes.ts'
import { consoleChannels } from './channels.ts'
import { consoleCollections } from './collections.ts'
import { consoleEntry } from './entry.ts'
import { consoleEpisodes } from './episodes.ts'
import { consoleFilmMedia } from './film-media.ts'
import { consoleFilms } from './films.ts'
import { consoleFolders } from './folders.ts'
import { consoleGenres } from './genres.ts'
import { consoleGuide } from './guide.ts'
import { consoleGuideDrafts } from './guide-drafts.ts'
import { consoleHealth } from './health.ts'
import { consoleHome } from './home.ts'
import { consoleImports } from './imports.ts'
import { consoleLists } from './lists.ts'
import { consoleLogos } from './logos.ts'
import { consoleNotices } from './notices.ts'
import { consoleOverview } from './overview.ts'
import { consoleOwn } from './own.ts'
import { consolePeople } from './people.ts'
import { consolePlays } from './plays.ts'
import { consolePages } from './pages.ts'
import { consoleQueue } from './queue.ts'
import { consoleService } from './service.ts'
import { consoleBanners, consoleNews } from './site-content.ts'
import { consoleStaff } from './staff.ts'
import { consoleSubscribers } from './subscribers.ts'
import {
  consoleChannelTables,
  consoleCollectionTables,
  consoleEpisodeTables,
  consoleFilmGenreTables,
  consoleFilmTables,
  consoleMatchTables,
  consolePeopleTables,
} from './tables.ts'
import { consoleTimeline } from './timeline.ts'
import { consoleTrials } from './trials.ts'
import { consoleUploads } from './uploads.ts'

export const consoleApi = {
  consoleAlarms,
  consoleApps,
  consoleAudit,
  consoleBanners,
  consoleBlackouts,
  consoleChanges,
  consoleChannels,
  consoleChannelTables,
  consoleCollectionTables,
  consoleEpisodeTables,
  consoleFilmGenreTables,
  consoleMatchTables,
  consolePeopleTables,
  consoleCollections,
  consoleEntry,
  consoleEpisodes,
  consoleFilmMedia,
  consoleFilms,
  consoleFilmTables,
  consoleFolders,
  consoleGenres,
  consoleGuide,
  consoleGuideDrafts,
  consoleHealth,
  consoleHome,
  consoleImports,
  consoleLists,
  consoleLogos,
  consoleOverview,
  consoleNews,
  consoleNotices,
  consoleOwn,
  consolePeople,
  consolePlays,
  consolePages,
  consoleQueue,
  consoleService,
  consoleStaff,
  consoleSubscribers,
  consoleTimeline,
  consoleTrials,
  consoleUploads,
}
