import type { consoleCharging } from '#contract/console/charging.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

export type ChargingState = ResponseOf<typeof consoleCharging.state>
