/** The public API of registration: how strangers become subscribers, and subscribers come back in. */
export { listDealers, newSubscriberNumber, putDealer, removeDealer } from './dealers.ts'
export { registrationWorkers } from './forget-old.ts'
export { openRegistration } from './open-registration.ts'
export type { Registration, RegistrationOptions } from './open-registration.ts'
export { registrationRoutes } from './routes.ts'
