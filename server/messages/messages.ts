/** The public API of the module: SMS and phone calls, by any working gateway. */
/** A bounded HTTP request to a gateway, for other modules that need one. */
export { type GatewayResponse, askGateway, basicAuthorization, field, textField } from './request-gateway.ts'
export { openMessages, type MessagesOptions } from './open-messages.ts'
export { callOnce, type OnceSent, sendSmsOnce } from './send-once.ts'
export type { CallMade, Messages, NotSent, SmsReceipt, SmsSent } from './sending.ts'
export { measureSms, type SmsSize } from './sms-text.ts'
