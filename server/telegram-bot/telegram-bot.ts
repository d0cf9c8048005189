/** The public API of the bot that subscribers write to. */
export { openTelegramBot, type TelegramBot, webhookPath } from './open-telegram-bot.ts'
export { startBot, telegramBotWorkers } from './telegram-bot-workers.ts'
