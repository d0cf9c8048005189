import type { FailureText } from './failure-text.ts'

/** Failures of commands to devices. Numbers from 550. */
export const commandFailures = {
  command_needs_text: {
    status: 200,
    number: 550,
    ru: 'Напишите текст сообщения на русском и на узбекском',
    uz: 'Xabar matnini rus va oʻzbek tillarida yozing',
  },
  command_needs_channel: {
    status: 200,
    number: 551,
    ru: 'Выберите канал, который есть в сервисе',
    uz: 'Xizmatda bor kanalni tanlang',
  },
  command_ended: {
    status: 200,
    number: 552,
    ru: 'Эта команда уже дана всем или остановлена. Обновите страницу',
    uz: 'Bu buyruq hammaga berilgan yoki toʻxtatilgan. Sahifani yangilang',
  },
} as const satisfies Record<string, FailureText>
