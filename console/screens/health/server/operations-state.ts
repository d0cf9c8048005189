import type { consoleBackups } from '#contract/console/backups.ts'
import type { consoleOperations } from '#contract/console/operations.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

export type ServerState = ResponseOf<typeof consoleOperations.server>
export type BackupState = ResponseOf<typeof consoleBackups.state>
