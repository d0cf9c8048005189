import type { consoleApps } from '#contract/console/apps.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

export type Apps = ResponseOf<typeof consoleApps.list>
