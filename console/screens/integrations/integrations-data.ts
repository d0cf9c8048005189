import type { consoleApiKeys } from '#contract/console/api-keys.ts'
import type { consoleWebhooks } from '#contract/console/webhooks.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

export type ApiKey = ResponseOf<typeof consoleApiKeys.list>['keys'][number]

export type Webhook = ResponseOf<typeof consoleWebhooks.list>['webhooks'][number]
