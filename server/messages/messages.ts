/** The face of the room: short messages and calls to phones, by whatever gateway works. */
export { openMessages } from './open-messages.ts'
export type { MessagesOptions } from './open-messages.ts'
export type { CallMade, Messages, NotSent, SmsSent } from './sending.ts'
