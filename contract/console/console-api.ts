/** All endpoints of the console by subject. The server binds this table beside `api`; viewers' clients never load it. */
import { consoleAudit } from './audit.ts'
import { consoleChanges } from './changes.ts'
import { consoleChannels } from './channels.ts'
import { consoleEntry } from './entry.ts'
import { consoleImports } from './imports.ts'
import { consoleOwn } from './own.ts'
import { consoleStaff } from './staff.ts'

export const consoleApi = {
  consoleAudit,
  consoleChanges,
  consoleChannels,
  consoleEntry,
  consoleImports,
  consoleOwn,
  consoleStaff,
}
