import { accountsAdd } from './accounts-add.ts'
import { accountsDevices } from './accounts-devices.ts'
import { accountsEndSessions } from './accounts-end-sessions.ts'
import { accountsPassword } from './accounts-password.ts'
import { accountsShow } from './accounts-show.ts'
import { accountsBlock, accountsDeactivate, accountsUnblock } from './accounts-state.ts'
import { auditCheck } from './audit-check.ts'
import { auditList } from './audit-list.ts'
import type { CliCommand } from './command.ts'
import { dealersAdd, dealersList, dealersRemove } from './dealers.ts'
import { networkCheck } from './network-check.ts'
import { networkImport } from './network-import.ts'
import { networkWorld } from './network-world.ts'

/** Every command of two words, in the order they are shown. */
export const commands: readonly CliCommand[] = [
  networkImport,
  networkCheck,
  networkWorld,
  accountsAdd,
  accountsShow,
  accountsBlock,
  accountsUnblock,
  accountsDeactivate,
  accountsPassword,
  accountsDevices,
  accountsEndSessions,
  dealersAdd,
  dealersRemove,
  dealersList,
  auditList,
  auditCheck,
]
