import { accountsAdd } from './accounts-add.ts'
import { accountsDevices } from './accounts-devices.ts'
import { accountsEndSessions } from './accounts-end-sessions.ts'
import { accountsExport } from './accounts-export.ts'
import { accountsPassword } from './accounts-password.ts'
import { accountsShow } from './accounts-show.ts'
import { accountsBlock, accountsDeactivate, accountsUnblock } from './accounts-state.ts'
import { archiveList, archiveProtect, archiveReport, archiveUnprotect } from './archive.ts'
import { auditCheck } from './audit-check.ts'
import { auditList } from './audit-list.ts'
import { backup, restore } from './backup.ts'
import { channelsAlias } from './channels-alias.ts'
import {
  channelsDelete,
  channelsHide,
  channelsNumber,
  channelsRename,
  channelsShow,
} from './channels-edit.ts'
import { channelsMerge } from './channels-merge.ts'
import { channelsRecording } from './channels-recording.ts'
import { channelsAddSource, channelsRemoveSource, channelsSources } from './channels-sources.ts'
import { cinemasImport } from './cinemas-import.ts'
import type { CliCommand } from './command.ts'
import { complaintsClose, complaintsList } from './complaints.ts'
import { dealersAdd, dealersList, dealersRemove } from './dealers.ts'
import { filmsMarks } from './films-marks.ts'
import { filmsPlan } from './films-plan.ts'
import { guideAccept, guideAdd, guideList, guideRefresh, guideRemove } from './guide.ts'
import { ledgerCheck } from './ledger-check.ts'
import { ledgerExport } from './ledger-export.ts'
import { linearImport, linearList } from './linear.ts'
import { networkCheck } from './network-check.ts'
import { networkImport, networkRemove } from './network-import.ts'
import { networkWorld } from './network-world.ts'
import { newsImport, newsList, newsRemove } from './news.ts'
import { notify } from './notify.ts'
import { pagesImport, pagesList, pagesReset } from './pages.ts'
import { quiet } from './quiet.ts'
import { secretsAccept } from './secrets-accept.ts'
import { promoAdd } from './promo-add.ts'
import { paymentsRefund } from './payments-refund.ts'
import { paymentsExport, paymentsReconcile, paymentsTotals } from './payments.ts'
import { tariffsExport, tariffsList, tariffsPut, tariffsShow } from './tariffs.ts'
import { titlesHide, titlesShow } from './titles-hide.ts'
import { titlesImport } from './titles-import.ts'

/** Every command of two words, and of one, in the order they are shown. */
export const commands: readonly CliCommand[] = [
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
