/** The public API of registration: new subscribers, and recovery of access. */
export { listDealers, newSubscriberNumber, putDealer } from './subscribers/dealers.ts'
export { registrationWorkers } from './forget-old.ts'
export { openRegistration, type Registration, type RegistrationOptions } from './open-registration.ts'
export type { CodeStep, Pending, Refusal } from './codes/deps.ts'
export { passwordMessage } from './codes/message-texts.ts'
export { tellFormerPhone } from './codes/tell-former-phone.ts'
export { maskedPhone } from './codes/mobile-phone.ts'
