/** The public API of the module: short messages and calls to phones, by whatever gateway works. */
/** A bounded question to any gateway by HTTP, for other modules that ask one. */
export { askGateway, basicAuthorization, field, textField } from './request-gateway.ts'
export { openMessages, type MessagesOptions } from './open-messages.ts'
export type { CallMade, Messages, NotSent, SmsSent } from './sending.ts'
