import type { FailureText } from './failure-text.ts'

/** Failures of the console's sections about content. Numbers from 230. */
export const consoleFailures = {
  change_not_found: {
    status: 404,
    number: 230,
    ru: 'Такого изменения нет',
    uz: 'Bunday oʻzgarish yoʻq',
  },
  change_undone: {
    status: 200,
    number: 231,
    ru: 'Это изменение уже отменили',
    uz: 'Bu oʻzgarish allaqachon bekor qilingan',
  },
  undo_too_late: {
    status: 200,
    number: 232,
    ru: 'Отменить можно в течение {days}\u00a0дней после изменения',
    uz: 'Oʻzgarishdan keyin {days}\u00a0kun ichida bekor qilish mumkin',
  },
  changed_since: {
    status: 200,
    number: 233,
    ru: 'Пока вы редактировали, это изменил другой сотрудник: {who}. Посмотрите его вариант и сохраните ещё раз',
    uz: 'Siz tahrirlayotganingizda buni boshqa xodim oʻzgartirdi: {who}. Uning variantini koʻring va qayta saqlang',
  },
  number_twice: {
    status: 200,
    number: 235,
    ru: 'Номер {number} указан двум каналам. Дайте одному из них другой',
    uz: '{number} raqami ikki kanalga berilgan. Birining raqamini oʻzgartiring',
  },
  category_not_found: {
    status: 404,
    number: 236,
    ru: 'Такой категории нет. Выберите из списка',
    uz: 'Bunday turkum yoʻq. Roʻyxatdan tanlang',
  },
  category_named: {
    status: 200,
    number: 237,
    ru: 'Категория с таким названием уже есть',
    uz: 'Bunday nomli turkum allaqachon bor',
  },
  categories_full: {
    status: 200,
    number: 238,
    ru: 'Своих категорий уже {limit}. Удалите ненужную',
    uz: 'Oʻz turkumlaringiz allaqachon {limit} ta. Keraksizini oʻchiring',
  },
  category_fixed: {
    status: 200,
    number: 239,
    ru: 'Эту категорию нельзя удалить: она есть в каждом приложении. Её можно переименовать',
    uz: 'Bu turkumni oʻchirib boʻlmaydi: u har bir ilovada bor. Nomini oʻzgartirish mumkin',
  },
  merge_into_itself: {
    status: 200,
    number: 240,
    ru: 'Канал нельзя объединить с самим собой. Выберите другой',
    uz: 'Kanalni oʻzi bilan birlashtirib boʻlmaydi. Boshqasini tanlang',
  },
  merge_of_linear: {
    status: 200,
    number: 241,
    ru: 'Канал, который составлен из фильмов по расписанию, не объединяется с другим',
    uz: 'Jadval boʻyicha filmlardan tuzilgan kanal boshqasi bilan birlashtirilmaydi',
  },
  draft_not_found: {
    status: 404,
    number: 242,
    ru: 'Этого импорта больше нет: его применили или отклонили. Загрузите список снова',
    uz: 'Bu import endi yoʻq: u qoʻllangan yoki rad etilgan. Roʻyxatni qayta yuklang',
  },
  draft_incomplete: {
    status: 200,
    number: 243,
    ru: 'Файл загружен не полностью. Загрузите его снова',
    uz: 'Fayl toʻliq yuklanmagan. Uni qayta yuklang',
  },
  draft_nothing_taken: {
    status: 200,
    number: 244,
    ru: 'Ничего не выбрано. Отметьте хотя бы один канал',
    uz: 'Hech narsa tanlanmagan. Kamida bitta kanalni belgilang',
  },
  list_unreachable: {
    status: 200,
    number: 245,
    ru: 'По этому адресу список не получен. Адрес должен быть доступен из интернета, список — не больше 16\u00a0МБ. Можно скачать файл и загрузить его',
    uz: 'Bu manzildan roʻyxat olinmadi. Manzil internetdan ochilishi, roʻyxat 16\u00a0MB dan oshmasligi kerak. Faylni yuklab olib, uni yuborish mumkin',
  },
  source_of_linear: {
    status: 200,
    number: 246,
    ru: 'Этот канал составлен из фильмов: источников у него нет',
    uz: 'Bu kanal filmlardan tuzilgan: uning manbalari yoʻq',
  },
  source_address: {
    status: 200,
    number: 247,
    ru: 'Такой адрес не записать. Годятся http, https, udp, rtp, srt, rtmp и rtsp: https://example.uz/tv.m3u8, udp://239.1.1.1:5000',
    uz: 'Bunday manzilni yozib boʻlmaydi. http, https, udp, rtp, srt, rtmp va rtsp mos: https://example.uz/tv.m3u8, udp://239.1.1.1:5000',
  },
  source_twice: {
    status: 200,
    number: 248,
    ru: 'Этот адрес у канала уже есть',
    uz: 'Bu manzil kanalda allaqachon bor',
  },
  sources_full: {
    status: 200,
    number: 249,
    ru: 'У канала уже {limit} источников. Удалите ненужный',
    uz: 'Kanalda allaqachon {limit} ta manba bor. Keraksizini oʻchiring',
  },
  source_not_found: {
    status: 404,
    number: 250,
    ru: 'Такого источника у канала уже нет. Обновите страницу',
    uz: 'Kanalda bunday manba endi yoʻq. Sahifani yangilang',
  },
  source_last: {
    status: 200,
    number: 251,
    ru: 'Последний источник не удаляется. Сначала добавьте другой или выключите канал',
    uz: 'Oxirgi manba oʻchirilmaydi. Avval boshqasini qoʻshing yoki kanalni oʻchiring',
  },
} as const satisfies Record<string, FailureText>
