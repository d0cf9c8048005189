/** The public API of Telegram: accounts that are linked with it, and messages to them. */
export { clientOptions, outcomeOf } from './api/bot-client.ts'
export { beginUpdate, finishUpdate, maxAttempts, releaseUpdate } from './api/updates.ts'
export { queueTelegram, telegramQueuedChannel } from './delivery/delivery-queue.ts'
export { renewalByLink } from './delivery/notice-message.ts'
export {
  findSubscriberLink,
  hasPhone,
  type TelegramLink,
  type TelegramPerson,
  unlinkAccount,
} from './link/links.ts'
export { type BotInUse, openTelegram, type Telegram } from './open-telegram.ts'
export { telegramWorkers } from './telegram-workers.ts'
export { tryBot } from './api/try-bot.ts'
