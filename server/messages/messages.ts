/** The public API of the module: SMS and phone calls, by any working gateway. */
/** A bounded HTTP request to a gateway, for other modules that need one. */
export { type GatewayResponse, askGateway, basicAuthorization, field, textField } from './request-gateway.ts'
export { openMessages, type MessagesOptions } from './open-messages.ts'
export type { CallMade, Messages, NotSent, SmsSent } from './sending.ts'
