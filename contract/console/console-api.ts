/** All endpoints of the console by subject. The server binds this table beside `api`; viewers' clients never load it. */
import { consoleAlarms } from './alarms.ts'
import { consoleApiKeys } from './api-keys.ts'
import { consoleApps } from './apps.ts'
import { consoleAudit } from './audit.ts'
import { consoleBlackouts } from './blackouts.ts'
import { consoleChanges } from './changes.ts'
import { consoleCharging } from './charging.ts'
import { consoleCampaigns } from './campaigns.ts'
import { consoleCities } from './cities.ts'
import { consoleEdges } from './edges.ts'
import { consoleRecordings } from './subscriber-recordings.ts'
import { consoleProfiles } from './subscriber-profiles.ts'
import { consolePlayers } from './subscriber-players.ts'
import { consoleTelegram } from './subscriber-telegram.ts'
import { consoleCommands } from './commands.ts'
import { consoleChannels } from './channels.ts'
import { consoleCollections } from './collections.ts'
import { consoleEntry } from './entry.ts'
import { consoleEpisodes } from './episodes.ts'
import { consoleFilmMedia } from './film-media.ts'
import { consoleFilms } from './films.ts'
import { consoleFolders } from './folders.ts'
import { consoleBroadcastTitles } from './broadcast-titles.ts'
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
import { consoleReports } from './reports.ts'
import { consoleService } from './service.ts'
import { consoleBanners, consoleNews } from './site-content.ts'
import { consoleBulk } from './bulk.ts'
import { consoleSegments } from './segments.ts'
import { consoleStaff } from './staff.ts'
import { consoleSubscriberActs } from './subscriber-acts.ts'
import { consoleDealers } from './dealers.ts'
import { consoleClosings } from './closings.ts'
import { consoleLedger } from './ledger.ts'
import { consolePayments } from './payments.ts'
import { consoleReceipts } from './receipts.ts'
import { consoleStatements } from './statements.ts'
import { consoleSubscribers } from './subscribers.ts'
import { consoleTemplates } from './templates.ts'
import { consoleSubscriberData, consoleSubscriberDoubles } from './subscriber-data.ts'
import { consoleSubscriberWhy } from './subscriber-why.ts'
import { consoleSupportViews } from './support-views.ts'
import {
  consoleChannelTables,
  consoleCollectionTables,
  consoleEpisodeTables,
  consoleFilmGenreTables,
  consoleFilmTables,
  consoleMatchTables,
  consolePeopleTables,
} from './tables.ts'
import { consolePromotions } from './promotions.ts'
import { consoleTariffs } from './tariffs.ts'
import { consoleTimeline } from './timeline.ts'
import { consoleTrials } from './trials.ts'
import { consoleUploads } from './uploads.ts'
import { consoleOutsideServices } from './outside-services.ts'
import { consoleWebhooks } from './webhooks.ts'
import { consoleBackups } from './backups.ts'
import { consoleOperations } from './operations.ts'

export const consoleApi = {
  consoleAlarms,
  consoleApiKeys,
  consoleApps,
  consoleAudit,
  consoleBanners,
  consoleBlackouts,
  consoleChanges,
  consoleChannels,
  consoleCharging,
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
  consoleBroadcastTitles,
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
  consoleReports,
  consoleService,
  consoleStaff,
  consoleClosings,
  consoleDealers,
  consoleLedger,
  consolePayments,
  consoleReceipts,
  consoleStatements,
  consoleBulk,
  consoleSegments,
  consoleCities,
  consoleEdges,
  consoleProfiles,
  consolePlayers,
  consoleTelegram,
  consoleRecordings,
  consoleCampaigns,
  consoleCommands,
  consoleTemplates,
  consoleSubscribers,
  consolePromotions,
  consoleTariffs,
  consoleSubscriberWhy,
  consoleSubscriberActs,
  consoleSubscriberData,
  consoleSubscriberDoubles,
  consoleSupportViews,
  consoleTimeline,
  consoleTrials,
  consoleUploads,
  consoleOutsideServices,
  consoleWebhooks,
  consoleBackups,
  consoleOperations,
}
