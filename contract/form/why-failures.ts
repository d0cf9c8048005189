import type { FailureText } from './failure-text.ts'

/** Failures of questions why something cannot be watched. Numbers from 414. */
export const whyFailures = {
  why_item_unknown: {
    status: 200,
    number: 414,
    ru: 'Такого канала, фильма или серии нет. Найдите по названию и выберите из списка',
    uz: 'Bunday kanal, film yoki qism yoʻq. Nomi boʻyicha toping va roʻyxatdan tanlang',
  },
  why_item_removed: {
    status: 200,
    number: 415,
    ru: '«{name}» удалён, и смотреть его нельзя никому. Вернуть можно в журнале изменений',
    uz: '«{name}» oʻchirilgan, uni hech kim koʻra olmaydi. Oʻzgarishlar jurnalidan qaytarish mumkin',
  },
  why_channel_merged: {
    status: 200,
    number: 416,
    ru: 'Канал «{name}» объединён с каналом «{into}». Спросите о нём',
    uz: '«{name}» kanali «{into}» kanaliga birlashtirilgan. Oʻsha kanal haqida soʻrang',
  },
  why_device_unknown: {
    status: 200,
    number: 417,
    ru: 'У этого абонента нет такого устройства. Выберите из списка его устройств',
    uz: 'Bu abonentda bunday qurilma yoʻq. Uning qurilmalari roʻyxatidan tanlang',
  },
} as const satisfies Record<string, FailureText>
