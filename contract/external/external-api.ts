/** All endpoints for other programs of the operator, by subject. The server binds this table beside `api`. */
import { externalAccounts } from './accounts.ts'
import { externalBilling } from './billing.ts'
import { externalCities } from './cities.ts'
import { externalEvents } from './events.ts'

export const externalApi = { externalAccounts, externalBilling, externalCities, externalEvents }
