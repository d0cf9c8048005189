import type { FailureText } from './failure-text.ts'
import { broadcastTitleFailures } from './broadcast-title-failures.ts'
import { recordingFailures } from './recording-failures.ts'
import { reminderFailures } from './reminder-failures.ts'

/** Failures of the guide in the console: its sources, its matching, and programmes edited by hand. */
export const guideFailures = {
  ...broadcastTitleFailures,
  ...reminderFailures,
  ...recordingFailures,
  guide_twice: {
    status: 200,
    number: 256,
    ru: 'Этот телегид уже читается',
    uz: 'Bu teledastur allaqachon oʻqilmoqda',
  },
  guide_source_not_found: {
    status: 404,
    number: 257,
    ru: 'Такого телегида уже нет',
    uz: 'Bunday teledastur endi yoʻq',
  },
  guide_channel_not_found: {
    status: 404,
    number: 258,
    ru: 'Такого канала уже нет: обновите страницу',
    uz: 'Bunday kanal endi yoʻq: sahifani yangilang',
  },
  guide_channel_taken: {
    status: 200,
    number: 259,
    ru: 'Эту программу уже подтвердили для канала {name}. Сначала отклоните её там',
    uz: 'Bu dastur {name} kanali uchun tasdiqlangan. Avval uni oʻsha yerda rad eting',
  },
  programme_gone: {
    status: 200,
    number: 335,
    ru: 'Такой передачи уже нет: программа обновилась. Обновите страницу',
    uz: 'Bunday koʻrsatuv endi yoʻq: dastur yangilangan. Sahifani yangilang',
  },
  programme_untitled: {
    status: 200,
    number: 336,
    ru: 'Дайте передаче название хотя бы на одном языке',
    uz: 'Koʻrsatuvga kamida bitta tilda nom bering',
  },
  programme_times_wrong: {
    status: 200,
    number: 337,
    ru: 'Конец должен быть позже начала, но не больше чем на сутки',
    uz: 'Tugashi boshlanishidan keyin, lekin bir sutkadan koʻp boʻlmasligi kerak',
  },
  programme_outside_guide: {
    status: 200,
    number: 338,
    ru: 'Выберите время ближе: от 31 дня назад до 60 дней вперёд',
    uz: 'Yaqinroq vaqtni tanlang: 31 kun oldindan 60 kun keyingacha',
  },
  programme_moved_too_far: {
    status: 200,
    number: 339,
    ru: 'Передачу можно перенести не больше чем на сутки. Скройте её и добавьте новую',
    uz: 'Koʻrsatuvni bir sutkadan koʻpga surib boʻlmaydi. Uni yashiring va yangisini qoʻshing',
  },
  programme_overlaps: {
    status: 200,
    number: 340,
    ru: 'В это время стоит «{title}» ({from}–{to}), её время тоже задано вручную. Сначала измените её',
    uz: 'Bu vaqtda «{title}» ({from}–{to}) bor, uning vaqti ham qoʻlda berilgan. Avval uni oʻzgartiring',
  },
  guide_shifted_too_far: {
    status: 200,
    number: 341,
    ru: 'Сдвиг может быть до 12 часов, все сдвиги канала вместе — до суток. Сначала верните прежние',
    uz: 'Surish 12\u00a0soatgacha, kanalning barcha surishlari birga bir sutkagacha boʻladi. Avval oldingilarini qaytaring',
  },
  guide_of_linear: {
    status: 200,
    number: 342,
    ru: 'Канал собран из фильмов и играет по расписанию: время меняют в нём. Тексты менять можно',
    uz: 'Kanal filmlardan tuzilgan va jadval boʻyicha ishlaydi: vaqt jadvalda oʻzgartiriladi. Matnlarni oʻzgartirish mumkin',
  },
  guide_draft_not_found: {
    status: 404,
    number: 385,
    ru: 'Этого телегида здесь больше нет: его применили или отклонили. Загрузите его снова',
    uz: 'Bu teledastur bu yerda endi yoʻq: u qoʻllangan yoki rad etilgan. Uni qayta yuklang',
  },
  guide_unreachable: {
    status: 200,
    number: 386,
    ru: 'По этому адресу телегид не получен. Адрес должен быть доступен из интернета, файл — не больше 512\u00a0МБ. Можно скачать файл и загрузить его',
    uz: 'Bu manzildan teledastur olinmadi. Manzil internetdan ochilishi, fayl 512\u00a0MB dan oshmasligi kerak. Faylni yuklab olib, uni yuborish mumkin',
  },
  guide_zone_unknown: {
    status: 200,
    number: 387,
    ru: 'Часовой пояс «{zone}» не понятен. Напишите его как +05:00 или Asia/Tashkent',
    uz: '«{zone}» vaqt mintaqasi tushunarsiz. Uni +05:00 yoki Asia/Tashkent koʻrinishida yozing',
  },
  guide_no_room: {
    status: 200,
    number: 388,
    ru: 'На диске нет места для телегида. Освободите место и загрузите его снова',
    uz: 'Diskda teledastur uchun joy yoʻq. Joy boʻshating va uni qayta yuklang',
  },
  genre_word_unknown: {
    status: 200,
    number: 389,
    ru: 'Такого слова нет: обновите страницу или впишите слово',
    uz: 'Bunday soʻz yoʻq: sahifani yangilang yoki soʻz kiriting',
  },
  genre_words_full: {
    status: 200,
    number: 390,
    ru: 'Слов уже {max}, больше не поместится. Удалите ненужные',
    uz: 'Soʻzlar {max} ta boʻldi, ortigʻi sigʻmaydi. Keraksizlarini oʻchiring',
  },
} as const satisfies Record<string, FailureText>
