import { accountsAdd } from './accounts/accounts-add.ts'
import { accountsDevices } from './accounts/accounts-devices.ts'
import { accountsEndSessions } from './accounts/accounts-end-sessions.ts'
import { accountsExport } from './accounts/accounts-export.ts'
import { accountsPassword } from './accounts/accounts-password.ts'
import { accountsShow } from './accounts/accounts-show.ts'
import { accountsBlock, accountsDeactivate, accountsUnblock } from './accounts/accounts-state.ts'
import { archiveList, archiveProtect, archiveReport, archiveUnprotect } from './channels/archive.ts'
import { auditCheck } from './system/audit-check.ts'
import { auditList } from './system/audit-list.ts'
import { backup, restore } from './backup/backup.ts'
import { channelsAlias } from './channels/channels-alias.ts'
import {
  channelsDelete,
  channelsHide,
  channelsNumber,
  channelsRename,
  channelsShow,
} from './channels/channels-edit.ts'
import { channelsMerge } from './channels/channels-merge.ts'
import { channelsRecording } from './channels/channels-recording.ts'
import { channelsAddSource, channelsRemoveSource, channelsSources } from './channels/channels-sources.ts'
import { cinemasImport } from './films/cinemas-import.ts'
import type { CliCommand } from './command/command.ts'
import { complaintsClose, complaintsList } from './news/complaints.ts'
import { dealersAdd, dealersList, dealersRemove } from './accounts/dealers.ts'
import { importFilms } from './films/import-films.ts'
import { importChannels } from './channels/import-channels.ts'
import { importGuide } from './guide/import-guide.ts'
import { status } from './system/status.ts'
import { filmsMarks } from './films/films-marks.ts'
import { filmsPlan } from './films/films-plan.ts'
import { guideAccept, guideAdd, guideList, guideRefresh, guideRemove } from './guide/guide.ts'
import { ledgerCheck } from './billing/ledger-check.ts'
import { ledgerExport } from './billing/ledger-export.ts'
import { linearImport, linearList } from './guide/linear.ts'
import { networkCheck } from './network/network-check.ts'
import { networkImport, networkRemove } from './network/network-import.ts'
import { networkWorld } from './network/network-world.ts'
import { newsImport, newsList, newsRemove } from './news/news.ts'
import { notify } from './news/notify.ts'
import { pagesImport, pagesList, pagesReset } from './news/pages.ts'
import { quiet } from './system/quiet.ts'
import { releasesReports } from './releases/releases-reports.ts'
import { releasesSet } from './releases/releases-set.ts'
import { releasesShow } from './releases/releases-show.ts'
import { releasesSwitchAdd, releasesSwitchList, releasesSwitchRemove } from './releases/releases-switch.ts'
import { secretsAccept } from './system/secrets-accept.ts'
import { promoAdd } from './billing/promo-add.ts'
import { paymentsRefund } from './billing/payments-refund.ts'
import { paymentsExport, paymentsReconcile, paymentsTotals } from './billing/payments.ts'
import { tariffsExport, tariffsList, tariffsPut, tariffsShow } from './billing/tariffs.ts'
import { titlesHide, titlesShow } from './films/titles-hide.ts'
import { titlesImport } from './films/titles-import.ts'

/** Every command, of one to three words, in the order they are shown. */
export const commands: readonly CliCommand[] = [
  importChannels,
  importGuide,
  importFilms,
  status,
  networkImport,
  networkCheck,
  networkRemove,
  networkWorld,
  accountsAdd,
  accountsShow,
  accountsBlock,
  accountsUnblock,
  accountsDeactivate,
  accountsPassword,
  accountsDevices,
  accountsEndSessions,
  accountsExport,
  dealersAdd,
  dealersRemove,
  dealersList,
  guideAdd,
  guideList,
  guideRemove,
  guideRefresh,
  guideAccept,
  channelsAlias,
  linearImport,
  linearList,
  channelsSources,
  channelsAddSource,
  channelsRemoveSource,
  channelsRecording,
  channelsRename,
  channelsNumber,
  channelsHide,
  channelsShow,
  channelsMerge,
  channelsDelete,
  filmsMarks,
  filmsPlan,
  titlesImport,
  titlesHide,
  titlesShow,
  cinemasImport,
  pagesImport,
  pagesList,
  pagesReset,
  newsImport,
  newsList,
  newsRemove,
  notify,
  archiveReport,
  archiveProtect,
  archiveUnprotect,
  archiveList,
  complaintsList,
  complaintsClose,
  releasesShow,
  releasesSet,
  releasesSwitchAdd,
  releasesSwitchRemove,
  releasesSwitchList,
  releasesReports,
  tariffsList,
  tariffsShow,
  tariffsExport,
  tariffsPut,
  promoAdd,
  ledgerCheck,
  ledgerExport,
  paymentsTotals,
  paymentsExport,
  paymentsReconcile,
  paymentsRefund,
  auditList,
  auditCheck,
  backup,
  restore,
  quiet,
  secretsAccept,
]
