import { formatSums } from './money.ts'
import type { FailureText } from './failure-text.ts'
import { blackoutFailures } from './blackout-failures.ts'
import { homeFailures } from './home-failures.ts'
import { moneyFailures } from './money-failures.ts'
import { consoleFailures } from './console-failures.ts'
import { guideFailures } from './guide-failures.ts'
import { brandFailures } from './brand-failures.ts'
import { filmFailures } from './film-failures.ts'
import { folderFailures } from './folder-failures.ts'
import { integrationFailures } from './integration-failures.ts'
import { outsideFailures } from './outside-failures.ts'
import { logoFailures } from './logo-failures.ts'
import { reportFailures } from './report-failures.ts'
import { accountingFailures } from './accounting-failures.ts'
import { dealerFailures } from './dealer-failures.ts'
import { commandFailures } from './command-failures.ts'
import { messageFailures } from './message-failures.ts'
import { promotionFailures } from './promotion-failures.ts'
import { tariffFailures } from './tariff-failures.ts'
import { tableFailures } from './table-failures.ts'
import { setupFailures } from './setup-failures.ts'
import { whyFailures } from './why-failures.ts'
import { operationsFailures } from './operations-failures.ts'
import { staffFailures } from './staff-failures.ts'
import { bulkFailures } from './bulk-failures.ts'
import { subscriberFailures } from './subscriber-failures.ts'

/**
 * The closed list of failures: name → HTTP status, number (`error` in a middleware response, `code` elsewhere) and the
 * message for a viewer in both languages. The compiler rejects a failure that is not in this list. Numbers never
 * change their meaning.
 *
 * A client that follows the specification shows the message of a response with status 200 and a number other than 0,
 * and for any other status only "Request failed with status code N". So a business failure is 200 (API-07), and only
 * these are not: 400 for input that cannot be read, 403 for a missing, expired or rejected session, 404 for an unknown
 * path or id, 405, 413, 429 for too many requests, 5xx for server errors.
 */
export const failures = {
  // Always possible
  invalid_input: {
    status: 400,
    number: 1,
    ru: 'Проверьте данные: {fields}',
    uz: 'Maʼlumotlarni tekshiring: {fields}',
  },
  not_authorized: {
    status: 403,
    number: 2,
    ru: 'Сессия завершена, войдите снова',
    uz: 'Seans tugadi, qaytadan kiring',
  },
  not_found: { status: 404, number: 3, ru: 'Страница не найдена', uz: 'Sahifa topilmadi' },
  method_not_allowed: {
    status: 405,
    number: 4,
    ru: 'Этот вызов так не принимается',
    uz: 'Bu soʻrov bunday qabul qilinmaydi',
  },
  too_large: {
    status: 413,
    number: 5,
    ru: 'Слишком много данных. Отправьте меньше',
    uz: 'Maʼlumot juda koʻp. Kamroq yuboring',
  },
  too_many_requests: {
    status: 429,
    number: 6,
    ru: 'Слишком много попыток. Повторите через {seconds}\u00a0с',
    uz: 'Urinishlar koʻp. {seconds}\u00a0soniyadan soʻng takrorlang',
  },
  something_went_wrong: {
    status: 500,
    number: 7,
    ru: 'Что-то пошло не так. Попробуйте ещё раз',
    uz: 'Nimadir xato ketdi. Yana urinib koʻring',
  },
  busy: {
    status: 503,
    number: 8,
    ru: 'Сервис перегружен, попробуйте через минуту',
    uz: 'Xizmat band, bir daqiqadan soʻng urinib koʻring',
  },
  // Accounts
  wrong_credentials: {
    status: 200,
    number: 20,
    ru: 'Неверный номер или пароль',
    uz: 'Raqam yoki parol notoʻgʻri',
  },
  account_blocked: {
    status: 200,
    number: 21,
    ru: 'Аккаунт заблокирован. Обратитесь в поддержку: {phone}',
    uz: 'Hisob bloklangan. Qoʻllab-quvvatlash xizmatiga murojaat qiling: {phone}',
  },
  account_deactivated: {
    status: 200,
    number: 22,
    ru: 'Ваш аккаунт деактивирован',
    uz: 'Hisobingiz faolsizlantirilgan',
  },
  device_limit: {
    status: 200,
    number: 23,
    ru: 'Устройств на аккаунте уже {limit}. Отключите одно из них',
    uz: 'Hisobda allaqachon {limit} ta qurilma bor. Ulardan birini uzing',
  },
  session_blocked: {
    status: 403,
    number: 24,
    ru: 'Аккаунт заблокирован. Обратитесь в поддержку: {phone}',
    uz: 'Hisob bloklangan. Qoʻllab-quvvatlash xizmatiga murojaat qiling: {phone}',
  },
  session_deactivated: {
    status: 403,
    number: 25,
    ru: 'Ваш аккаунт деактивирован',
    uz: 'Hisobingiz faolsizlantirilgan',
  },
  wrong_password: { status: 200, number: 26, ru: 'Неверный пароль', uz: 'Parol notoʻgʻri' },
  weak_password: {
    status: 200,
    number: 27,
    ru: 'Такой пароль легко подобрать. Придумайте другой',
    uz: 'Bunday parolni topish oson. Boshqasini oʻylab toping',
  },
  device_not_found: {
    status: 404,
    number: 28,
    ru: 'Такого устройства на аккаунте нет',
    uz: 'Hisobda bunday qurilma yoʻq',
  },
  wrong_user_code: {
    status: 200,
    number: 29,
    ru: 'Неверный код или срок его действия истёк',
    uz: 'Kod notoʻgʻri yoki muddati oʻtgan',
  },
  login_code_needed: {
    status: 200,
    number: 30,
    ru: 'Пароль этого аккаунта подбирают с разных адресов. Подтвердите вход кодом на ваш телефон или повторите через {minutes}\u00a0мин',
    uz: 'Bu hisob parolini turli manzillardan topishga urinishmoqda. Kirishni telefoningizga keladigan kod bilan tasdiqlang yoki {minutes}\u00a0daqiqadan soʻng takrorlang',
  },
  // Registration (specification, 8)
  client_forbidden: {
    status: 200,
    number: 60,
    ru: 'Регистрация для этого Client ID запрещена',
    uz: 'Bu Client ID uchun roʻyxatdan oʻtish taqiqlangan',
  },
  address_limit: {
    status: 200,
    number: 61,
    ru: 'Достигнут лимит запросов с одного IP-адреса. Повторите через {minutes}\u00a0мин',
    uz: 'Bitta IP-manzildan soʻrovlar chegarasiga yetildi. {minutes}\u00a0daqiqadan soʻng takrorlang',
  },
  wrong_activation_period: {
    status: 200,
    number: 62,
    ru: 'Неверный период автоактивации (auto_activation_period)',
    uz: 'Avtomatik faollashtirish davri notoʻgʻri (auto_activation_period)',
  },
  wrong_phone: {
    status: 200,
    number: 63,
    ru: 'Введите номер мобильного телефона Узбекистана: +998 и девять цифр',
    uz: 'Oʻzbekiston mobil telefon raqamini kiriting: +998 va toʻqqizta raqam',
  },
  phone_registered: {
    status: 200,
    number: 64,
    ru: 'Этот телефон уже зарегистрирован. Войдите или восстановите пароль',
    uz: 'Bu telefon allaqachon roʻyxatdan oʻtgan. Kiring yoki parolni tiklang',
  },
  phone_or_device_needed: {
    status: 200,
    number: 65,
    ru: 'Нужен mobile_phone_number или device_uid',
    uz: 'mobile_phone_number yoki device_uid kerak',
  },
  external_billing_error: {
    status: 200,
    number: 66,
    ru: 'Ошибка внешнего биллинга. Аккаунт не создан, попробуйте позже',
    uz: 'Tashqi billing xatosi. Hisob yaratilmadi, keyinroq urinib koʻring',
  },
  wrong_code: {
    status: 200,
    number: 67,
    ru: 'Неверный код. Осталось попыток: {left}',
    uz: 'Kod notoʻgʻri. Qolgan urinishlar: {left}',
  },
  code_spent: {
    status: 200,
    number: 68,
    ru: 'Этот код больше не действует. Запросите новый',
    uz: 'Bu kod endi amal qilmaydi. Yangisini soʻrang',
  },
  external_api_error: {
    status: 200,
    number: 69,
    ru: 'Не удалось отправить код: внешняя служба не отвечает. Попробуйте другой способ или позже',
    uz: 'Kod yuborilmadi: tashqi xizmat javob bermayapti. Boshqa usulni yoki keyinroq urinib koʻring',
  },
  captcha_wrong: {
    status: 200,
    number: 70,
    ru: 'Проверка не пройдена или устарела. Пройдите её ещё раз',
    uz: 'Tekshiruvdan oʻtilmadi yoki u eskirgan. Qaytadan oʻting',
  },
  captcha_limit: {
    status: 200,
    number: 71,
    ru: 'Слишком много проверок с одного адреса. Повторите через {seconds}\u00a0с',
    uz: 'Bitta manzildan tekshiruvlar juda koʻp. {seconds}\u00a0soniyadan soʻng takrorlang',
  },
  wrong_dealer: { status: 200, number: 72, ru: 'Неверный dealer_id', uz: 'dealer_id notoʻgʻri' },
  registration_off: {
    status: 200,
    number: 73,
    ru: 'Регистрация сейчас отключена',
    uz: 'Roʻyxatdan oʻtish hozir oʻchirilgan',
  },
  terms_needed: {
    status: 200,
    number: 74,
    ru: 'Чтобы зарегистрироваться, примите условия',
    uz: 'Roʻyxatdan oʻtish uchun shartlarni qabul qiling',
  },
  too_soon: {
    status: 200,
    number: 75,
    ru: 'Новый код можно запросить через {seconds}\u00a0с',
    uz: 'Yangi kodni {seconds}\u00a0soniyadan soʻng soʻrash mumkin',
  },
  // Watching
  login_needed: {
    status: 200,
    number: 40,
    ru: 'Для этого необходимо авторизоваться',
    uz: 'Buning uchun hisobga kirish kerak',
  },
  not_subscribed: { status: 200, number: 41, ru: 'Нужна подписка', uz: 'Obuna kerak' },
  account_suspended: {
    status: 200,
    number: 42,
    ru: 'Подписка приостановлена: на балансе не хватает {missing}\u00a0сум',
    uz: 'Obuna toʻxtatilgan: balansda {missing}\u00a0soʻm yetishmaydi',
  },
  outside_region: {
    status: 200,
    number: 43,
    ru: 'Этот канал доступен только в сети Узбекистана',
    uz: 'Bu kanal faqat Oʻzbekiston tarmogʻida mavjud',
  },
  not_available_now: {
    status: 200,
    number: 44,
    ru: 'Видео сейчас недоступно, попробуйте позже',
    uz: 'Videoni hozir koʻrib boʻlmaydi, keyinroq urinib koʻring',
  },
  channel_not_found: { status: 404, number: 45, ru: 'Такого канала нет', uz: 'Bunday kanal yoʻq' },
  programme_not_found: { status: 404, number: 46, ru: 'Такой передачи нет', uz: 'Bunday koʻrsatuv yoʻq' },
  title_not_found: { status: 404, number: 47, ru: 'Такого фильма нет', uz: 'Bunday film yoʻq' },
  person_not_found: { status: 404, number: 50, ru: 'Такого человека нет', uz: 'Bunday odam yoʻq' },
  problem_not_found: {
    status: 404,
    number: 51,
    ru: 'Такого вида жалобы нет: выберите из списка',
    uz: 'Bunday shikoyat turi yoʻq: roʻyxatdan tanlang',
  },
  favourites_full: {
    status: 200,
    number: 52,
    ru: 'В избранном уже {limit}: уберите что-нибудь, чтобы добавить ещё',
    uz: 'Sevimlilarda allaqachon {limit} ta bor: yana qoʻshish uchun birortasini olib tashlang',
  },
  too_many_streams: {
    status: 200,
    number: 54,
    ru: 'Все экраны вашего тарифа заняты, их {limit}. Остановите просмотр на одном из них',
    uz: 'Tarifingiz boʻyicha bir vaqtda {limit} ta ekranda koʻrish mumkin. Birida tomoshani toʻxtating',
  },
  stream_not_found: {
    status: 404,
    number: 55,
    ru: 'Этот просмотр уже завершён',
    uz: 'Bu tomosha allaqachon tugagan',
  },
  stream_stopped: {
    status: 200,
    number: 56,
    ru: 'Просмотр остановлен на другом устройстве',
    uz: 'Tomosha boshqa qurilmadan toʻxtatildi',
  },
  television_off: {
    status: 200,
    number: 57,
    ru: 'Телевизор выключен или закрыт. Включите его, откройте на нём сервис и повторите',
    uz: 'Televizor oʻchiq yoki yopiq. Uni yoqing, unda xizmatni oching va takrorlang',
  },
  remote_control_denied: {
    status: 200,
    number: 58,
    ru: 'На телевизоре запретили управлять им с этого устройства. Изменить это можно в кабинете, на странице «Устройства»',
    uz: 'Televizorda uni bu qurilmadan boshqarish taqiqlangan. Buni kabinetdagi «Qurilmalar» sahifasida oʻzgartirish mumkin',
  },
  remote_queue_full: {
    status: 200,
    number: 59,
    ru: 'Телевизор не успевает выполнять команды. Подождите несколько секунд',
    uz: 'Televizor buyruqlarni bajarishga ulgurmayapti. Bir necha soniya kuting',
  },
  downloads_full: {
    status: 200,
    number: 80,
    ru: 'Сохранить можно не больше {limit} фильмов и серий на всех устройствах. Удалите то, что уже посмотрели',
    uz: 'Barcha qurilmalarda koʻpi bilan {limit} ta film va qismni saqlash mumkin. Koʻrib boʻlganlaringizni oʻchiring',
  },
  /** Shown by a device that plays without a connection, never returned by an endpoint. */
  download_ended: {
    status: 200,
    number: 81,
    ru: 'Срок просмотра без интернета закончился',
    uz: 'Internetsiz koʻrish muddati tugadi',
  },
  not_begun: { status: 200, number: 48, ru: 'Передача ещё не началась', uz: 'Koʻrsatuv hali boshlanmagan' },
  not_recorded: {
    status: 200,
    number: 49,
    ru: 'Записи этой передачи нет',
    uz: 'Bu koʻrsatuvning yozuvi yoʻq',
  },
  provider_failed: {
    status: 200,
    number: 371,
    ru: 'Архив этого канала сейчас не отвечает. Попробуйте позже',
    uz: 'Bu kanal arxivi hozir javob bermayapti. Keyinroq urinib koʻring',
  },
  catchup_wrong: {
    status: 200,
    number: 373,
    ru: 'Такой адрес архива не подойдёт: нажмите «Проверить», там сказано почему',
    uz: 'Bunday arxiv manzili toʻgʻri kelmaydi: «Tekshirish» tugmasini bosing, sababi oʻsha yerda',
  },
  provider_busy: {
    status: 200,
    number: 372,
    ru: 'Архив этого канала сейчас занят другими зрителями. Попробуйте через минуту',
    uz: 'Bu kanal arxivi hozir boshqa tomoshabinlar bilan band. Bir daqiqadan keyin urinib koʻring',
  },
  outside_guide: {
    status: 200,
    number: 53,
    ru: 'Программа передач есть на {days}\u00a0дн. назад и вперёд. Выберите время ближе',
    uz: 'Teledastur {days} kun orqaga va oldinga bor. Yaqinroq vaqtni tanlang',
  },
  ...homeFailures,
  ...moneyFailures,
  ...staffFailures,
  ...consoleFailures,
  ...blackoutFailures,
  ...guideFailures,
  ...brandFailures,
  ...filmFailures,
  ...tableFailures,
  ...accountingFailures,
  ...dealerFailures,
  ...integrationFailures,
  ...operationsFailures,
  ...outsideFailures,
  ...logoFailures,
  ...reportFailures,
  ...folderFailures,
  ...setupFailures,
  ...messageFailures,
  ...commandFailures,
  ...tariffFailures,
  ...promotionFailures,
  ...whyFailures,
  ...subscriberFailures,
  ...bulkFailures,
} as const satisfies Record<string, FailureText>

export type FailureCode = keyof typeof failures
export type Language = 'ru' | 'uz'

/** The message of a failure with its values filled in. */
export function failureWords(
  code: FailureCode,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return failures[code][language].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '…'
    return typeof value === 'string' ? value : formatSums(value)
  })
}
